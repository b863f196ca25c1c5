import { avatarBounds } from '@gatehouse/proto/avatars'
import sharp from 'sharp'

const { maxPixels } = avatarBounds
const maxTotalPixels = maxPixels * maxPixels

const formats = ['png', 'jpeg', 'gif', 'webp'] as const

export type AvatarFormat = (typeof formats)[number]

export type DecodedImage = { format: AvatarFormat; isAnimated: boolean }

// Other decoders of libvips, such as SVG and PDF, must not see bytes of strangers.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Decodes the pixels, of an animation those of the first frame. The header is checked first, so that a small file cannot expand. */
export async function decodeImage(
  bytes: Buffer,
): Promise<DecodedImage | 'unknown' | 'damaged' | 'too large'> {
  const header = await headerOf(bytes)
  if (!header) return 'unknown'
  if (header.width > maxPixels || header.height > maxPixels) return 'too large'
  try {
    await sharp(bytes, { failOn: 'truncated', limitInputPixels: maxTotalPixels }).stats()
  } catch {
    return 'damaged'
  }
  const isAnimated = header.pages > 1 || (header.format === 'png' && isAnimatedPng(bytes))
  return { format: header.format, isAnimated }
}

async function headerOf(bytes: Buffer) {
  try {
    const { format: name, width, height, pages = 1 } = await sharp(bytes).metadata()
    const format = formats.find((each) => each === name)
    return format && { format, width, height, pages }
  } catch {
    return null
  }
}

const pngSignatureBytes = 8

/** An animation has a chunk acTL before its image data (PNG, section 11.3.6.1). libvips reads the first frame only. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let offset = pngSignatureBytes; offset + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    offset += bytes.readUInt32BE(offset) + 12
  }
  return false
}
