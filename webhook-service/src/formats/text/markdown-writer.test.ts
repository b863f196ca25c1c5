import { leastProcessorMs } from '@gatehouse/service-kit/testing/processor-ms'
import { expect } from 'chai'
import { markdownWriter, type Piece } from './markdown-writer.ts'

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

  const [address, other] = ['https://x.example/a', 'https://x.example/b']
  const around: [pieces: Piece[], markdown: string][] = [
    [['see', { address }, 'now'], `see ${address} now`],
    [['**', { address }, '**'], `**<${address}>**`],
    [[{ address }, '`code`'], `<${address}>\`code\``],
    [[{ address }, { address: other }], `<${address}>${other}`],
    [[{ text: '<=' }, { address }], `\\<=${address}`],
    [['- ', { text: '# a' }], '- \\# a'],
    [['\\', { address: `${address}*` }], `\\\\<${address}*>`],
    [[{ text: '@every' }, { text: 'one' }, { text: '!' }], '@\u200deveryone!'],
    [[{ text: ']' }, { text: '(a)' }], '\\]\u200b(a)'],
    [['#', { text: '# a' }], '#\\# a'],
    [[{ address }, { text: '\n# a' }], `${address}\n\\# a`],
  ]
  for (const [pieces, markdown] of around)
    it(`writes ${JSON.stringify(pieces)}`, () => {
      expect(written(pieces)).to.equal(markdown)
    })

  it('adds nothing but zero-width spaces to any text', () => {
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
    }
  })

  it('takes time in proportion to the pieces', () => {
    const address = 'https://x.example/_'
    for (const piece of ['a', '**a**', '[a](b)', ' ', '\n', { text: '<' }, { text: 'a_b' }])
      expect(leastProcessorMs(250, () => written(Array(50_000).fill(piece)))).to.be.below(250)
    const pairs = Array<Piece[]>(5000)
      .fill([{ address }, { text: ' a_b<' }])
      .flat()
    expect(leastProcessorMs(250, () => written(pairs))).to.be.below(250)
  })
})

function written(pieces: Piece[]): string {
  const writer = markdownWriter()
  for (const piece of pieces) writer.add(piece)
  return writer.toString()
}
