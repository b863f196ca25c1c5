import { expect } from 'chai'
import { linesOf } from './lines.ts'

describe('linesOf', () => {
  const read = async (chunks: string[], most?: number) => {
    const bytes = (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk)
    })()
    const lines: [number, string | null, number][] = []
    for await (const { number, bytes: line, end } of linesOf(bytes, most)) {
      lines.push([number, line?.toString() ?? null, end])
    }
    return lines
  }

  it('finds lines across chunks, with or without a final line feed', async () => {
    const whole = [
      [1, 'ab', 3],
      [2, '', 4],
      [3, 'cde', 7],
    ]
    for (const chunks of [['ab\n\ncde'], ['a', 'b', '\n', '\n', 'c', 'de'], ['ab\n', '\ncde']]) {
      expect(await read(chunks)).to.deep.equal(whole)
    }
    expect(await read(['ab\n\ncde\n'])).to.deep.equal([whole[0], whole[1], [3, 'cde', 8]])
    expect(await read([])).to.deep.equal([])
    expect(await read(['', ''])).to.deep.equal([])
  })

  it('skips a line that is too long', async () => {
    for (const chunks of [['abcd\nabcde\nab'], [...'abcd\nabcde\nab']]) {
      expect(await read(chunks, 4)).to.deep.equal([
        [1, 'abcd', 5],
        [2, null, 11],
        [3, 'ab', 13],
      ])
    }
    expect(await read(['abcde'], 4)).to.deep.equal([[1, null, 5]])
  })
})
