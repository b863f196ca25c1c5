import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type HttpResponse, textResponse } from '../http/http-response.ts'
import { errorHeaders, statusOf } from '../http/render-error.ts'

/** The plain-text errors that senders of Slack-compatible messages expect. */
const chatErrors: Partial<Record<ErrorCode, string>> = {
  INVALID_PAYLOAD: 'invalid_payload',
  INVALID_FORM_BODY: 'invalid_payload',
  MALFORMED_REQUEST: 'invalid_payload',
  FORMAT_NOT_ALLOWED: 'invalid_payload',
  NO_TEXT: 'no_text',
  TOO_MANY_ATTACHMENTS: 'too_many_attachments',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
  UNKNOWN_WEBHOOK: 'no_service',
  CHANNEL_ARCHIVED: 'channel_is_archived',
  RATE_LIMITED: 'rate_limited',
  REQUEST_TIMEOUT: 'request_timeout',
  SERVICE_UNAVAILABLE: 'service_unavailable',
  UPSTREAM_TIMEOUT: 'upstream_timeout',
  EXPECTATION_FAILED: 'expectation_failed',
}

/** The plain-text error of the chat-compatible format. */
export function chatErrorText(code: ErrorCode): string {
  return chatErrors[code] ?? 'rollup_error'
}

/** Renders an error as plain text instead of JSON. */
export function renderTextError(error: ServiceError, textOf: (code: ErrorCode) => string): HttpResponse {
  return textResponse(statusOf(error), textOf(error.code), errorHeaders(error))
}
