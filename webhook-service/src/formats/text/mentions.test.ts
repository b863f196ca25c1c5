import { expect } from 'chai'
import { liveMention } from '../../../test/tools/live-mention.ts'
import { escapeMentions } from './mentions.ts'

describe('escapeMentions', () => {
  for (const text of [
    '@everyone',
    'x@here',
    '<@123> <@!123> <@&123>',
    '<#123>',
    '<!here> <!subteam^S1>',
    '<id:customize>',
    '</name:1>',
    '\uff20everyone',
    '@@everyone',
    '@\u200beveryone',
    'https://gatehouse.test/@everyone',
    'https://gatehouse.test/<@123>',
  ]) {
    it(`breaks the mention in ${JSON.stringify(text)}`, () => {
      expect(escapeMentions(text)).not.to.match(liveMention)
    })
  }

  it('keeps URLs valid', () => {
    expect(escapeMentions('https://gatehouse.test/@ann?x=1')).to.equal('https://gatehouse.test/%40ann?x=1')
  })

  it('keeps single at signs and does not escape twice', () => {
    expect(escapeMentions('3 @ 4 @')).to.equal('3 @ 4 @')
    expect(escapeMentions(escapeMentions('@here'))).to.equal(escapeMentions('@here'))
  })
})
