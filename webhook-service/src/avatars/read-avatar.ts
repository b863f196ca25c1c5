import { createHash } from 'node:crypto'
import { avatarBounds } from '@gatehouse/proto/avatars'
import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { serialQueue } from '@gatehouse/service-kit/queues/serial-queue'
import { type AvatarFormat, type CleanImage, cleanImage } from './clean-image.ts'

export type AvatarImage = { hash: string; contentType: `image/${AvatarFormat}`; bytes: Buffer }

const { maxBytes, maxPixels } = avatarBounds

/** Images that wait for their turn to be decoded. */
const maxWaiting = 16

const inTurn = serialQueue({ maxSize: maxWaiting })

/** The decoder takes 22 MiB, so it is loaded with the first avatar. */
async function decodeImage(image: CleanImage) {
  const decoder = await import('./decode-image.ts')
  return decoder.decodeImage(image)
}

/** What makes the picture, upright and decoded once. Throws SERVICE_UNAVAILABLE if too many images wait. */
export async function cleanAvatar(bytes: Buffer): Promise<CleanImage | 'unknown' | 'damaged' | 'too large'> {
  const image = cleanImage(bytes)
  return typeof image === 'string' ? image : inTurn('decode', () => decodeImage(image))
}

/**
 * Reads the data URI of an image. Its content decides the type, not what the URI claims. Throws INVALID_FORM_BODY with `path`, and
 * SERVICE_UNAVAILABLE if too many images wait.
 */
export async function readAvatar(path: string, dataUri: string): Promise<AvatarImage> {
  const image = await cleanAvatar(readDataUri(path, dataUri))
  if (image === 'unknown') throw problem(path, 'INVALID_IMAGE_FORMAT')
  if (image === 'damaged') throw problem(path, 'INVALID_IMAGE_DATA')
  if (image === 'too large') throw problem(path, 'IMAGE_DIMENSIONS_EXCEED_LIMIT', maxPixels)
  const digest = createHash('sha256').update(image.bytes).digest('hex').slice(0, 32)
  return {
    hash: image.isAnimated ? `a_${digest}` : digest,
    contentType: `image/${image.format}`,
    bytes: image.bytes,
  }
}

function readDataUri(path: string, dataUri: string): Buffer {
  const base64 = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataUri)?.[1]
  if (base64 === undefined) throw problem(path, 'INVALID_BASE64_FORMAT')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) throw problem(path, 'INVALID_BASE64_FORMAT')
  if (bytes.length > maxBytes) throw problem(path, 'IMAGE_SIZE_EXCEEDS_LIMIT', maxBytes)
  return bytes
}

function problem(path: string, code: FieldCode, max?: number) {
  return invalidFields({ [path]: max === undefined ? code : [code, { max }] })
}
