import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type HttpResponse, jsonResponse } from './http-response.ts'

/** Renders an error as `{code, message, ...data, errors?}`. */
export function renderError(error: ServiceError): HttpResponse {
  const { code, message, data, fields } = error
  const retry = retrySeconds(error)
  // The message and data of an internal error could contain secrets.
  const body =
    code === 'INTERNAL_SERVER_ERROR'
      ? { code, message: errors[code].message }
      : {
          code,
          message,
          ...data,
          ...(retry === null ? {} : { retry_after: retry }),
          ...(fields.length > 0 ? { errors: fields } : {}),
        }
  return jsonResponse(statusOf(error), body, errorHeaders(error))
}

export function statusOf({ code }: ServiceError): number {
  return kinds[errors[code].kind].http
}

/** `Retry-After` in whole seconds, at least 1. RFC 9110, section 11.6.1: a 401 names the scheme. */
export function errorHeaders(error: ServiceError): string[] {
  if (statusOf(error) === 401) return ['WWW-Authenticate', 'Bearer realm="gatehouse"']
  const seconds = retrySeconds(error)
  return seconds === null ? [] : ['Retry-After', String(Math.max(1, Math.ceil(seconds)))]
}

const retryStatuses = [429, 503, 504]

/** Null for an error that does not end by waiting. An upstream that timed out does not say how long it needs. */
function retrySeconds(error: ServiceError): number | null {
  return retryStatuses.includes(statusOf(error)) ? Number(error.data.retry_after ?? 1) : null
}
