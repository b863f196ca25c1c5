import type { FieldErrors } from '../http/route.ts'

/** The codes of webhook-service for the image. */
export const avatarErrors: FieldErrors = {
  avatar: [
    'INVALID_BASE64_FORMAT',
    'INVALID_IMAGE_FORMAT',
    'INVALID_IMAGE_DATA',
    'IMAGE_SIZE_EXCEEDS_LIMIT',
    'IMAGE_DIMENSIONS_EXCEED_LIMIT',
  ],
}
