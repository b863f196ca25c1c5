import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { ExplainedError } from '../explained-error.ts'
import { entriesOf } from './entries.ts'

const read = async (chunks: (string | Buffer)[]) => {
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  })()
  const entries: [number, string | null][] = []
  for await (const { number, bytes: entry } of entriesOf(bytes))
    entries.push([number, entry?.toString().trim() ?? null])
  return entries
}

describe('entriesOf', () => {
  const entries = ['{"a": "x,]}\\\\", "b": [1, {"c": 2}]}', '{"a": "[\\"{,"}', '7', '{}']
  const wanted = entries.map((entry, index) => [index + 1, entry])
  const array = `\ufeff\n [\n${entries.join(' ,\n')}\n]\n`

  it('finds the entries of an array across chunks', async () => {
    for (const chunks of [[array], [...array], array.split(/(?<=,)/)])
      expect(await read(chunks)).to.deep.equal(wanted)
    expect(await read(['[', ' ', ']'])).to.deep.equal([])
  })

  it('finds the lines of every other file', async () => {
    expect(await read(['', '{"a":1}\n', '{"b"', ':2}'])).to.deep.equal([
      [1, '{"a":1}'],
      [2, '{"b":2}'],
    ])
    expect(await read([])).to.deep.equal([])
    expect(await read(['\n \n'])).to.deep.equal([
      [1, ''],
      [2, ''],
    ])
  })

  it('rejects a file whose every line would be rejected, once', async () => {
    const line = '{"email":"ann@gatehouse.test"}\n'
    const utf16 = Buffer.from(line, 'utf16le')
    for (const [file, step] of [
      [Buffer.from(`\ufeff${line}`, 'utf16le'), 'iconv'],
      [utf16, 'iconv'],
      [Buffer.from(utf16).swap16(), 'iconv'],
      [gzipSync(line), 'Decompress'],
      [Buffer.from('PK\x03\x04'), 'Decompress'],
    ] as const) {
      const error = await read([file]).catch((failure: unknown) => failure)
      expect(error).to.be.instanceOf(ExplainedError).with.property('message').that.contains(step)
    }
  })

  it('skips an entry that is too long', async () => {
    expect(await read([`[1, "${'x'.repeat(70_000)}", 2]`])).to.deep.equal([
      [1, '1'],
      [2, null],
      [3, '2'],
    ])
  })

  it('keeps what is no JSON for the error', async () => {
    expect(await read(['[{"a":1}, {"b":'])).to.deep.equal([
      [1, '{"a":1}'],
      [2, '{"b":'],
    ])
    expect(await read(['[1] x'])).to.deep.equal([
      [1, '1'],
      [2, 'x'],
    ])
  })
})
