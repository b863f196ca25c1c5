import { type Cleaned, keptParts, maxProfileBytes, orientationOf } from './kept-parts.ts'

const headerBytes = 12
const frameHeaderBytes = 16
const picture = new Set(['VP8 ', 'VP8L', 'ALPH'])
const kept = new Set([...picture, 'VP8X', 'ANIM'])
/** Of VP8X. */
const [hasProfile, hasExif, hasXmp, reserved] = [0x20, 0x08, 0x04, 0xc1]

/** RFC 9649, section 2. Without Exif, XMP and unknown chunks. */
export function cleanWebp(file: Buffer): Cleaned {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return null
  const parts = keptParts(file)
  parts.add(Buffer.from(file.subarray(0, headerBytes)))
  let frames = 0
  let orientation = 1
  let dropped = hasExif | hasXmp | reserved
  for (const chunk of chunksOf(file, headerBytes, end)) {
    if (chunk === null) return null
    const { type, start, data } = chunk
    if (type === 'EXIF') orientation = orientationOf(withoutPrefix(file.subarray(start + 8, data)))
    if (type === 'ANMF') {
      const frame = frameOf(file, chunk)
      if (frame === null) return null
      frames += 1
      parts.add(frame)
    } else if (type === 'ICCP') {
      if (data - start - 8 <= maxProfileBytes) parts.keep(start, chunk.end)
      else dropped |= hasProfile
    } else if (kept.has(type)) parts.keep(start, chunk.end)
  }
  const bytes = padded(parts.toBuffer())
  bytes.writeUInt32LE(bytes.length - 8, 4)
  if (bytes.toString('latin1', 12, 16) === 'VP8X') bytes[20] = (bytes[20] ?? 0) & ~dropped
  return { bytes, isAnimated: frames > 1, orientation }
}

/** `data` is the end of its data, `end` that of the padding to an even length. */
type Chunk = { type: string; start: number; data: number; end: number }

/** The last is null if it exceeds the end. */
function* chunksOf(file: Buffer, from: number, to: number): Generator<Chunk | null> {
  for (let start = from; start + 8 <= to; ) {
    const size = file.readUInt32LE(start + 4)
    const data = start + 8 + size
    if (data > to) return yield null
    const end = Math.min(data + (size % 2), to)
    yield { type: file.toString('latin1', start, start + 4), start, data, end }
    start = data + (size % 2)
  }
}

/** A frame of an animation with the chunks of its picture alone. */
function frameOf(file: Buffer, { start, data }: Chunk): Buffer | null {
  const parts = keptParts(file)
  parts.add(Buffer.from(file.subarray(start, start + 8)))
  parts.keep(start + 8, start + 8 + frameHeaderBytes)
  for (const chunk of chunksOf(file, start + 8 + frameHeaderBytes, data)) {
    if (chunk === null) return null
    if (picture.has(chunk.type)) parts.keep(chunk.start, chunk.end)
  }
  const frame = padded(parts.toBuffer())
  frame.writeUInt32LE(frame.length - 8, 4)
  return frame
}

/** To an even length, which the last chunk of some files does not have. */
function padded(bytes: Buffer): Buffer {
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])
}

/** Some writers begin the chunk as JPEG does. */
function withoutPrefix(data: Buffer): Buffer {
  return data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data
}
