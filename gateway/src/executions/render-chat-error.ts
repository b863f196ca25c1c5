import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type HttpResponse, textResponse } from '../http/http-response.ts'
import { retryHeader, statusOf } from '../http/render-error.ts'

type ChatError = { status?: number; text: string }

/** The plain-text errors that senders of Slack-compatible messages expect. */
const chatErrors: Partial<Record<ErrorCode, ChatError>> = {
  INVALID_PAYLOAD: { text: 'invalid_payload' },
  MALFORMED_JSON: { text: 'invalid_payload' },
  INVALID_FORM_BODY: { text: 'invalid_payload' },
  UNSUPPORTED_MEDIA_TYPE: { status: 400, text: 'invalid_payload' },
  NO_TEXT: { text: 'no_text' },
  TOO_MANY_ATTACHMENTS: { text: 'too_many_attachments' },
  PAYLOAD_TOO_LARGE: { text: 'payload_too_large' },
  UNKNOWN_WEBHOOK: { text: 'no_service' },
  NOT_FOUND: { text: 'no_service' },
  UNKNOWN_CHANNEL: { text: 'channel_not_found' },
  CHANNEL_ARCHIVED: { text: 'channel_is_archived' },
  MISSING_ACCESS: { text: 'action_prohibited' },
  MISSING_PERMISSIONS: { text: 'action_prohibited' },
  RATE_LIMITED: { text: 'rate_limited' },
  REQUEST_TIMEOUT: { text: 'request_timeout' },
  SERVICE_UNAVAILABLE: { text: 'service_unavailable' },
  UPSTREAM_TIMEOUT: { text: 'upstream_timeout' },
  EXPECTATION_FAILED: { text: 'expectation_failed' },
}

/** Renders an error for the chat-compatible format: plain text instead of JSON. */
export function renderChatError(error: ServiceError): HttpResponse {
  const { status = statusOf(error), text } = chatErrors[error.code] ?? { text: 'rollup_error' }
  return textResponse(status, text, retryHeader(error))
}
