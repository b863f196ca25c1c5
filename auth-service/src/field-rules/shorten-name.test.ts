import { expect } from 'chai'
import { shortenName } from './shorten-name.ts'

describe('shortenName', () => {
  for (const [name, expected] of [
    ['Ada', 'Ada'],
    [' Ada \u200B Lovelace\n', 'Ada Lovelace'],
    ['x'.repeat(32), 'x'.repeat(32)],
    ['x'.repeat(33), 'x'.repeat(32)],
    [`${'x'.repeat(31)} y`, 'x'.repeat(31)],
    ['x'.repeat(1_000_000), 'x'.repeat(32)],
    // Never a part of a character.
    [`${'x'.repeat(31)}👨‍👩‍👧`, 'x'.repeat(31)],
    [`${'x'.repeat(31)}e\u0301\u0323`, 'x'.repeat(31)],
    ['👍🏽'.repeat(20), '👍🏽'.repeat(16)],
    ['\u200B', ''],
  ])
    it(`shortens ${JSON.stringify(name?.slice(0, 40))}`, () => {
      expect(shortenName(name ?? '')).to.equal(expected)
    })
})
