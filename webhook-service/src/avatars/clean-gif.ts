import { type Cleaned, keptParts } from './kept-parts.ts'

const headerBytes = 13
const [imageSeparator, extensionIntroducer, trailer] = [0x2c, 0x21, 0x3b]
const [graphicControl, application] = [0xf9, 0xff]
/** Both have the number of repetitions of an animation. */
const repetitions = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** GIF89a, sections 17 to 27. Without comments, texts and other applications. */
export function cleanGif(bytes: Buffer): Cleaned {
  if (bytes.length < headerBytes) return null
  const parts = keptParts(bytes)
  let at = headerBytes + tableBytes(bytes[10] ?? 0)
  parts.keep(0, at)
  let images = 0
  while (at < bytes.length && bytes[at] !== trailer) {
    const end = blockEnd(bytes, at)
    if (end === null) return null
    if (bytes[at] === imageSeparator) images += 1
    if (isKept(bytes, at, end)) parts.keep(at, end)
    at = end
  }
  // Many files have no trailer.
  if (at > bytes.length || images === 0) return null
  parts.add(Buffer.from([trailer]))
  return { bytes: parts.toBuffer(), isAnimated: images > 1, orientation: 1 }
}

function isKept(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start] === imageSeparator || bytes[start + 1] === graphicControl) return true
  // A block of eleven bytes, and one with the number.
  const isRepetition = repetitions.includes(bytes.toString('latin1', start + 3, start + 14))
  return bytes[start + 1] === application && bytes[start + 2] === 11 && isRepetition && end - start === 19
}

function blockEnd(bytes: Buffer, start: number): number | null {
  if (bytes[start] === extensionIntroducer) return subBlocksEnd(bytes, start + 2)
  if (bytes[start] !== imageSeparator) return null
  // A descriptor, a table of colours and the size of a code.
  return subBlocksEnd(bytes, start + 10 + tableBytes(bytes[start + 9] ?? 0) + 1)
}

function subBlocksEnd(bytes: Buffer, start: number): number | null {
  for (let at = start; at < bytes.length; ) {
    const size = bytes[at] ?? 0
    at += 1 + size
    if (size === 0) return at
  }
  return null
}

/** Of the table of colours that these flags announce. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
