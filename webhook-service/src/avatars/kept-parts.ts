/** What the walker of a format returns: null if the file is damaged. */
export type Cleaned = {
  bytes: Buffer
  isAnimated: boolean
  /** As in Exif: 1 is upright. */
  orientation: number
} | null

/** Larger colour profiles are dropped. Those of cameras and editors have a few KiB. */
export const maxProfileBytes = 64 * 1024

/** Collects parts of a file. Neighbouring ones become one, since a file can have a hundred thousand. */
export function keptParts(file: Buffer) {
  const parts: Buffer[] = []
  let [from, to] = [0, 0]
  const endRun = () => {
    if (to > from) parts.push(file.subarray(from, to))
    from = to
  }
  return {
    keep(start: number, end: number): void {
      if (start !== to) {
        endRun()
        from = start
      }
      to = end
    },
    add(bytes: Buffer): void {
      endRun()
      parts.push(bytes)
    },
    toBuffer(): Buffer {
      endRun()
      return Buffer.concat(parts)
    },
  }
}

/** The orientation in an Exif block: TIFF 6.0, section 2, and Exif 3.0, tag 0x0112. 1 if it has none. */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4)
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return 1
  const isLittle = order === 'II*\0'
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const end = Math.min(directory + 2 + 12 * uint16(directory), tiff.length - 11)
  for (let entry = directory + 2; entry < end; entry += 12) {
    if (uint16(entry) !== 0x0112) continue
    const orientation = uint16(entry + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
