import { idempotencyKeyLength } from '@gatehouse/proto/field-bounds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { RequestContext } from './request-context.ts'
import type { FieldErrors } from './route.ts'

const path = 'idempotency-key'

export const idempotencyKeyErrors = { [path]: ['STRING_LENGTH_INVALID'] } as const satisfies FieldErrors

/** The text of `Idempotency-Key`, which is opaque: quotes are part of it. */
export function readIdempotencyKey({ req }: RequestContext): string | undefined {
  // Node joins the values of a repeated header.
  const key = req.headers[path]?.toString()
  if (key === undefined) return undefined
  if (key.length < idempotencyKeyLength.min || key.length > idempotencyKeyLength.max)
    throw invalidFields({ [path]: ['STRING_LENGTH_INVALID', idempotencyKeyLength] })
  return key
}
