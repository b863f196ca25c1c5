import { type Cleaned, keptParts, maxProfileBytes, orientationOf } from './kept-parts.ts'

const endOfImage = 0xd9
const startOfScan = 0xda
const [app0, app1, app2, app14] = [0xe0, 0xe1, 0xe2, 0xee]
// With quantization and Huffman tables, the restart interval, and the frame headers (ITU T.81, table B.1).
const kept = new Set([
  startOfScan,
  endOfImage,
  0xdb,
  0xc4,
  0xdd,
  ...[0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15].map((n) => 0xc0 + n),
])
const jfif = 'JFIF\0'
const exif = 'Exif\0\0'
const profile = 'ICC_PROFILE\0'
const adobe = 'Adobe'

export function cleanJpeg(bytes: Buffer): Cleaned {
  const segments = segmentsOf(bytes)
  if (segments === null) return null
  const begins = ({ data, dataEnd }: Segment, text: string) =>
    dataEnd - data >= text.length && bytes.toString('latin1', data, data + text.length) === text
  const profiles = segments.filter((each) => each.marker === app2 && begins(each, profile))
  const hasSmallProfile =
    profiles.reduce((sum, { data, dataEnd }) => sum + dataEnd - data, 0) <= maxProfileBytes

  const parts = keptParts(bytes)
  parts.keep(0, 2)
  let orientation = 1
  for (const each of segments) {
    const { marker, start, data, dataEnd, end } = each
    const size = dataEnd - data
    if (kept.has(marker)) parts.keep(start, end)
    if (marker === app1 && begins(each, exif))
      orientation = orientationOf(bytes.subarray(data + exif.length, dataEnd))
    if (marker === app2 && hasSmallProfile && begins(each, profile)) parts.keep(start, end)
    // Without its thumbnail.
    if (marker === app0 && size >= 14 && begins(each, jfif))
      parts.add(segment(app0, [bytes.subarray(data, data + 12), Buffer.alloc(2)]))
    // Without it, CMYK and RGB change colour.
    if (marker === app14 && size >= 12 && begins(each, adobe))
      parts.add(segment(app14, [bytes.subarray(data, data + 12)]))
  }
  return { bytes: parts.toBuffer(), isAnimated: false, orientation }
}

/** Positions. A scan ends with its pixels, which follow its data. */
type Segment = { marker: number; start: number; data: number; dataEnd: number; end: number }

/** Up to the end of the image; null without it. */
function segmentsOf(bytes: Buffer): Segment[] | null {
  const segments: Segment[] = []
  for (let at = 2; ; ) {
    const start = markerAt(bytes, at)
    if (start === null) return null
    const marker = bytes[start + 1] ?? 0
    const data = start + 4
    if (marker === endOfImage) {
      segments.push({ marker, start, data, dataEnd: data, end: start + 2 })
      return segments
    }
    if (data > bytes.length) return null
    const dataEnd = start + 2 + bytes.readUInt16BE(start + 2)
    if (dataEnd < data || dataEnd > bytes.length) return null
    at = marker === startOfScan ? scanEnd(bytes, dataEnd) : dataEnd
    segments.push({ marker, start, data, dataEnd, end: at })
  }
}

/** The start of a marker, without the bytes that may fill the space before it. */
function markerAt(bytes: Buffer, at: number): number | null {
  if (bytes[at] !== 0xff) return null
  let start = at
  while (bytes[start + 1] === 0xff) start += 1
  return start + 1 < bytes.length ? start : null
}

/** Entropy-coded data ends at a marker that is no restart marker. A null byte follows each 0xff of the data itself. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

function segment(marker: number, data: Buffer[]): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(2 + data.reduce((sum, { length }) => sum + length, 0), 2)
  return Buffer.concat([head, ...data])
}
