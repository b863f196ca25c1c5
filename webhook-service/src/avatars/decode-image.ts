import { avatarBounds } from '@gatehouse/proto/avatars'
import sharp, { type Sharp } from 'sharp'
import type { CleanImage } from './clean-image.ts'

const { maxBytes, maxPixels } = avatarBounds
const maxTotalPixels = maxPixels * maxPixels

// Other decoders of libvips, such as SVG and PDF, must not see bytes of strangers.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes the pixels, of an animation those of the first frame, and turns the picture upright. The header is checked first, so
 * that a small file cannot expand.
 */
export async function decodeImage(image: CleanImage): Promise<CleanImage | 'damaged' | 'too large'> {
  const picture = () => sharp(image.bytes, { failOn: 'truncated', limitInputPixels: maxTotalPixels })
  try {
    const { format, width, height } = await sharp(image.bytes).metadata()
    if (format !== image.format) return 'damaged'
    if (width > maxPixels || height > maxPixels) return 'too large'
    await picture().stats()
    if (image.orientation === 1 || image.isAnimated) return image
    return { ...image, orientation: 1, bytes: await turned(picture, image) }
  } catch {
    return 'damaged'
  }
}

/** What turns each orientation upright. sharp mirrors before it rotates. */
const turns: Record<number, { flip?: true; flop?: true; angle?: number }> = {
  2: { flop: true },
  3: { angle: 180 },
  4: { flip: true },
  5: { flip: true, angle: 90 },
  6: { angle: 90 },
  7: { flop: true, angle: 90 },
  8: { angle: 270 },
}
/** The second is for a picture that would be too large. `quality` makes a PNG one of 256 colours. */
const encodings = {
  png: [{ compressionLevel: 9 }, { quality: 75 }],
  jpeg: [{ quality: 90, chromaSubsampling: '4:4:4' }, { quality: 75 }],
  gif: [{}, {}],
  webp: [{ quality: 90, smartSubsample: true }, { quality: 75 }],
} as const

async function turned(picture: () => Sharp, { format, orientation }: CleanImage): Promise<Buffer> {
  const { flip = false, flop = false, angle = 0 } = turns[orientation] ?? {}
  const [first, second] = encodings[format]
  const encoded = (options: object) =>
    picture().flip(flip).flop(flop).rotate(angle).toFormat(format, options).toBuffer()
  const bytes = await encoded(first)
  return bytes.length > maxBytes ? encoded(second) : bytes
}
