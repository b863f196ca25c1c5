import { expect } from 'chai'
import { usernameProblem } from './username.ts'
import { usernameCandidates } from './username-candidates.ts'

describe('usernames from a display name', () => {
  for (const [name, expected] of [
    ['Ann Lee', ['Ann_Lee', 'AnnLee', 'ALee', 'Lee_Ann', 'the_Ann_Lee']],
    ['ann', ['ann', 'the_ann', 'its_ann', 'RealAnn', 'ann_online']],
    ['Анна', ['Anna', 'the_Anna', 'its_Anna', 'RealAnna', 'Anna_online']],
    ['Ελένη', ['Eleni', 'the_Eleni', 'its_Eleni', 'RealEleni', 'Eleni_online']],
    ['サクラ 太郎', ['sakura_Tai_Lang', 'SakuraTaiLang', 'STLang', 'Lang_Tai_sakura', 'the_sakura_Tai_Lang']],
    ['김민준', ['gimminjun', 'the_gimminjun', 'its_gimminjun', 'RealGimminjun', 'gimminjun_online']],
    ['𝓐𝓷𝓷 🎉', ['Ann', 'the_Ann', 'its_Ann', 'RealAnn', 'Ann_online']],
    ['system message', ['SMessage', 'message_system']],
    ['Everyone', ['the_Everyone', 'its_Everyone', 'RealEveryone', 'Everyone_online']],
    ['李小龍', ['Li_Xiao_Long', 'LiXiaoLong', 'LXLong', 'Long_Xiao_Li', 'the_Li_Xiao_Long']],
    [
      "Seán O'Neil-Müller",
      ['Sean_ONeil_Muller', 'SeanONeilMuller', 'SOMuller', 'Muller_ONeil_Sean', 'the_Sean_ONeil_Muller'],
    ],
    ['here', ['the_here', 'its_here', 'RealHere', 'here_online']],
    ['🎉🎉', []],
    ['...', []],
    ['___', []],
    ['GateHouse', []],
  ] as [string, string[]][]) {
    it(`returns ${expected.join(', ') || 'nothing'} for ${name}`, () =>
      expect(usernameCandidates(name, 'Gatehouse')).to.deep.equal(expected))
  }

  it('returns several different valid usernames, always the same ones', () => {
    for (const name of [
      'Zoë',
      'x',
      'a'.repeat(32),
      'Jean Luc Picard Of The Enterprise',
      'مريم',
      'がんばれ 2030',
    ]) {
      const names = usernameCandidates(name, 'Gatehouse')
      expect(names, name).to.have.length.within(2, 5)
      expect(new Set(names.map((one) => one.toLowerCase())).size).to.equal(names.length)
      expect(names.map((name) => usernameProblem(name, 'Gatehouse')).filter(Boolean)).to.deep.equal([])
      expect(usernameCandidates(name, 'Gatehouse')).to.deep.equal(names)
    }
  })
})
