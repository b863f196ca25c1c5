import { expect } from 'chai'
import { leastProcessorMs } from '../../testing/processor-ms.ts'
import { normalized } from './text.ts'

describe('normalized', () => {
  for (const [what, text] of [
    ['letters', 'e\u0301 \ufb01 Ａ'],
    ['Vietnamese', 'Vie\u0323\u0302t'],
    ['Hangul', '\u1112\u1161\u11ab'],
    ['half-width katakana', '\uff76\uff9e\uff8a\uff9f'],
    ['Thai', 'ที่นี่'],
    ['an emoji sequence', '👩🏽‍💻 ❤️'],
    ['thirty marks', `a${'\u0301'.repeat(30)}`],
    ['thirty marks twice', `a${'\u0323'.repeat(30)}b${'\u0301'.repeat(30)}`],
  ] as const) {
    it(`is normalize for ${what}`, () => {
      for (const form of ['NFC', 'NFKC'] as const)
        expect(normalized(text, form)).to.equal(text.normalize(form))
    })
  }

  it('cuts a run of more marks', () => {
    expect(normalized(`a${'\u0323\u0301'.repeat(16)}b`, 'NFC')).to.equal(
      `a${'\u0323\u0301'.repeat(15)}b`.normalize('NFC'),
    )
  })

  // Each mark of Unicode 16 that is reordered, and those that NFKC makes of other characters.
  const marks = Array.from({ length: 0x1f000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((char) => /^\p{M}/u.test(char.normalize('NFKD')))

  it('takes little time for runs of any two marks', () => {
    expect(marks).to.have.lengthOf.above(1000)
    for (const [index, mark] of marks.entries()) {
      if (index % 17 !== 0 && mark !== '\uff9e' && mark !== '\uff9f') continue
      const run = `a${`${mark}\u0323`.repeat(20_000)}`
      expect(
        leastProcessorMs(100, () => normalized(run, 'NFKC')),
        mark.codePointAt(0)?.toString(16),
      ).to.be.below(100)
    }
  })
})
