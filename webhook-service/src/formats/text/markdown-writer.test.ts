import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { markdownWriter } from './markdown-writer.ts'

const separated: [string, string][] = [
  ['!', '[a](b)'],
  ['`a`', '`b`'],
  ['[a]', '(b)'],
]
const alphabet = ['a', ' ', '\n', '\t', '!', '[', ']', '(', '`', '*', '\\', '']

describe('markdownWriter', () => {
  for (const [first, second] of separated) {
    it(`separates ${first} and ${second}`, () => {
      expect(written([first, second])).to.equal(`${first}\u200b${second}`)
      expect(written([first, ' ', second])).to.equal(`${first} ${second}`)
      expect(written([first, '', second])).to.equal(`${first}\u200b${second}`)
    })
  }

  it('knows the end of any text', () => {
    let seed = 7
    const any = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return alphabet[seed % alphabet.length] ?? ''
    }
    for (let round = 0; round < 3000; round += 1) {
      const pieces = Array.from({ length: 8 }, () => any() + any())
      const writer = markdownWriter()
      for (const piece of pieces) writer.add(piece)
      const joined = pieces.join('')
      expect(writer.toString().replaceAll('\u200b', '')).to.equal(joined)
      expect(writer.last()).to.equal(joined.slice(-2))
      expect(writer.isAtLineStart()).to.equal(/(?:^|\n)[ \t]*$/.test(joined))
    }
  })

  it('takes time in proportion to the pieces', () => {
    for (const piece of ['a', '**a**', '[a](b)', ' ', '\n'])
      expect(leastProcessorMs(250, () => written(Array(50_000).fill(piece)))).to.be.below(250)
  })
})

function written(pieces: string[]): string {
  const writer = markdownWriter()
  for (const piece of pieces) {
    writer.add(piece)
    writer.last()
    writer.isAtLineStart()
  }
  return writer.toString()
}
