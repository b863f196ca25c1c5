import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { jsonReply, type Reply } from './reply.ts'

/** Renders an error as `{code, message, ...extras, errors?}`. */
export function renderError(refusal: ServiceError): Reply {
  const { code, message, fields } = refusal
  // The message and data of an internal error could contain secrets.
  const body =
    code === 'INTERNAL_SERVER_ERROR'
      ? { code, message: errors[code].message }
      : { code, message, ...extrasOf(refusal), ...(fields.length > 0 ? { errors: fields } : {}) }
  return jsonReply(statusOf(refusal), body, retryHeader(refusal))
}

export function statusOf(refusal: ServiceError): number {
  return kinds[errors[refusal.code].kind].http
}

/** `Retry-After` in whole seconds, at least 1, for 429 and 503. */
export function retryHeader(refusal: ServiceError): string[] {
  const status = statusOf(refusal)
  if (status !== 429 && status !== 503) return []
  return ['Retry-After', String(Math.max(1, Math.ceil(retryAfter(refusal))))]
}

function extrasOf(refusal: ServiceError): Record<string, unknown> {
  if (refusal.code === 'RATE_LIMITED') {
    const global = refusal.rateLimit?.global ?? refusal.data.global ?? false
    return { ...refusal.data, retry_after: retryAfter(refusal), global }
  }
  if (refusal.code === 'SERVICE_UNAVAILABLE') return { ...refusal.data, retry_after: retryAfter(refusal) }
  return refusal.data
}

function retryAfter({ data, rateLimit }: ServiceError): number {
  return typeof data.retry_after === 'number' ? data.retry_after : (rateLimit?.retryAfter ?? 1)
}
