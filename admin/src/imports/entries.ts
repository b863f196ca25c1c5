import { ExplainedError } from '../explained-error.ts'
import { type FileLine, linesOf, maxLineBytes } from './lines.ts'

const [quote, backslash, comma, open, close] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]
const byteOrderMark = [0xef, 0xbb, 0xbf]

const utf16 = 'The file is UTF-16. Convert it to UTF-8, for example with `iconv -f UTF-16 -t UTF-8`.'
const compressed = 'The file is compressed. Decompress it first.'
/** First bytes of files in which every line would be rejected. */
const otherFiles: [bytes: (number | undefined)[], reason: string][] = [
  [[0xff, 0xfe], utf16],
  [[0xfe, 0xff], utf16],
  [[undefined, 0], utf16],
  [[0, undefined], utf16],
  [[0x1f, 0x8b], compressed],
  [[0x50, 0x4b, 3, 4], compressed],
]

/** The lines of a file, or the entries of one that is a JSON array. Fails if it is no text in UTF-8 by its first bytes. */
export async function* entriesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  const source = chunks[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  const start = () => head.findIndex((byte) => !isBlank(byte) && !byteOrderMark.includes(byte))
  for (let next = await source.next(); !next.done; next = await source.next()) {
    head = Buffer.concat([head, next.value])
    if (start() !== -1) break
  }
  const other = otherFiles.find(([bytes]) =>
    bytes.every((byte, index) => index < head.length && (byte === undefined || byte === head[index])),
  )
  if (other) throw new ExplainedError(other[1])
  const isArray = head[start()] === open
  const rest = (async function* () {
    yield isArray ? head.subarray(start()) : head
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  })()
  yield* isArray ? elementsOf(rest) : linesOf(rest)
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** The elements of an array; buffers at most `maxBytes` of one and skips the rest. Elements are not parsed, and can be no JSON. */
async function* elementsOf(chunks: AsyncIterable<Buffer>, maxBytes = maxLineBytes): AsyncGenerator<FileLine> {
  let [number, end, depth] = [1, 0, 0]
  let [inText, isEscaped] = [false, false]
  let bytes: number[] = []

  const finish = (): FileLine[] => {
    const isTooLong = bytes.length > maxBytes
    const element = { number, bytes: isTooLong ? null : Buffer.from(bytes), end }
    const isEmpty = !isTooLong && bytes.every(isBlank)
    bytes = []
    if (isEmpty) return []
    number += 1
    return [element]
  }

  for await (const chunk of chunks)
    for (const byte of chunk) {
      end += 1
      if (inText) {
        inText = isEscaped || byte !== quote
        isEscaped = !isEscaped && byte === backslash
      } else if (byte === quote) inText = true
      else if (byte === open || byte === openBrace) depth += 1
      else if (byte === close || byte === closeBrace) depth -= 1
      const isOfArray = !inText && ((byte === open && depth === 1) || (byte === close && depth === 0))
      if (isOfArray || (!inText && byte === comma && depth === 1)) yield* finish()
      else if (depth > 0 || !isBlank(byte)) if (bytes.length <= maxBytes) bytes.push(byte)
    }
  yield* finish()
}
