import { inflateSync } from 'node:zlib'
import { type Cleaned, keptParts, maxProfileBytes, orientationOf } from './kept-parts.ts'

const signatureBytes = 8
/** PNG (Third Edition), section 11. Without texts, times and thumbnails. */
const kept = new Set('IHDR PLTE tRNS gAMA cHRM sRGB acTL fcTL fdAT IDAT IEND'.split(' '))

export function cleanPng(bytes: Buffer): Cleaned {
  const parts = keptParts(bytes)
  parts.keep(0, signatureBytes)
  let isAnimated = false
  let hasImage = false
  let hasProfile = false
  let orientation = 1
  for (let start = signatureBytes; start + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    const end = start + 12 + length
    if (end > bytes.length) return null
    // An animation has its control chunk before the image data; libvips reads the first frame only.
    if (type === 'acTL' && !hasImage) isAnimated = true
    if (type === 'IDAT') hasImage = true
    if (type === 'eXIf') orientation = orientationOf(bytes.subarray(start + 8, end - 4))
    if (kept.has(type)) parts.keep(start, end)
    if (type === 'iCCP' && !hasProfile) {
      // There is at most one, so others are not decompressed.
      hasProfile = true
      if (isSmallProfile(bytes.subarray(start + 8, end - 4))) parts.keep(start, end)
    }
    if (type === 'IEND') return { bytes: parts.toBuffer(), isAnimated, orientation }
    start = end
  }
  return null
}

/** A name, a null byte, the method 0 and a compressed profile. */
function isSmallProfile(data: Buffer): boolean {
  const nameEnd = data.indexOf(0)
  if (nameEnd < 1 || nameEnd > 79) return false
  try {
    inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes })
    return true
  } catch {
    return false
  }
}
