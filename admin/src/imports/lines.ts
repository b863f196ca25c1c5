/** One line of a file: its number from 1, its bytes (null if too long) and the offset of its end. */
export type FileLine = { number: number; bytes: Buffer | null; end: number }

const lineFeed = 0x0a
export const maxLineBytes = 64 * 1024

/** The lines of a stream; buffers at most `maxBytes` of a line and skips the rest. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxLineBytes,
): AsyncGenerator<FileLine> {
  let number = 1
  let end = 0
  let parts: Buffer[] = []
  let length = 0

  const keep = (part: Buffer) => {
    length += part.length
    end += part.length
    if (length <= maxBytes) parts.push(part)
    else parts = []
  }
  const finish = (): FileLine => {
    const line = { number, bytes: length > maxBytes ? null : Buffer.concat(parts), end }
    number += 1
    parts = []
    length = 0
    return line
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, at))
      end += 1
      yield finish()
      from = at + 1
    }
    keep(chunk.subarray(from))
  }
  if (length > 0) yield finish()
}
