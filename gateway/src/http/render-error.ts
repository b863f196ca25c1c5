import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type HttpResponse, jsonResponse } from './http-response.ts'

/** Renders an error as `{code, message, ...data, errors?}`. */
export function renderError(error: ServiceError): HttpResponse {
  const { code, message, data, fields } = error
  // The message and data of an internal error could contain secrets.
  const body =
    code === 'INTERNAL_SERVER_ERROR'
      ? { code, message: errors[code].message }
      : { code, message, ...data, ...(fields.length > 0 ? { errors: fields } : {}) }
  return jsonResponse(statusOf(error), body, retryHeader(error))
}

export function statusOf({ code }: ServiceError): number {
  return kinds[errors[code].kind].http
}

/** `Retry-After` in whole seconds, at least 1, for 429 and 503. */
export function retryHeader(error: ServiceError): string[] {
  const status = statusOf(error)
  if (status !== 429 && status !== 503) return []
  return ['Retry-After', String(Math.max(1, Math.ceil(Number(error.data.retry_after))))]
}
