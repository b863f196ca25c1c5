import { expect } from 'chai'
import { withoutMentions } from './mentions.ts'

/** What consumers take for a mention: of everybody, by name, by id, of a channel. */
export const mention = /@(?:everyone|here|[\p{L}\p{N}_])|<@[!&]?\d+>|<#\d+>|<![a-z]|<id:|[\uff20\ufe6b]\p{L}/u

describe('text without mentions', () => {
  for (const text of [
    '@everyone',
    'x@here',
    '<@123> <@!123> <@&123>',
    '<#123>',
    '<!here> <!subteam^S1>',
    '<id:customize>',
    '\uff20everyone',
    '@@everyone',
    '@\u200beveryone',
    'https://gatehouse.test/@everyone',
    'https://gatehouse.test/<@123>',
  ]) {
    it(`reads like ${JSON.stringify(text)} and pings nobody`, () => {
      expect(withoutMentions(text)).not.to.match(mention)
    })
  }

  it('keeps links working', () => {
    expect(withoutMentions('https://gatehouse.test/@ann?x=1')).to.equal('https://gatehouse.test/%40ann?x=1')
  })

  it('leaves a lone sign, and what it has done before, alone', () => {
    expect(withoutMentions('3 @ 4 @')).to.equal('3 @ 4 @')
    expect(withoutMentions(withoutMentions('@here'))).to.equal(withoutMentions('@here'))
  })
})
