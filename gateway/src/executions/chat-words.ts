import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { retryHeader, statusOf } from '../http/render-error.ts'
import { type Reply, textReply } from '../http/reply.ts'

type Words = { status?: number; word: string }

/** The plain words senders of this format know (webhooks.md C2, contract.md 8 row 5). */
const words: Partial<Record<ErrorCode, Words>> = {
  INVALID_PAYLOAD: { word: 'invalid_payload' },
  MALFORMED_JSON: { word: 'invalid_payload' },
  INVALID_FORM_BODY: { word: 'invalid_payload' },
  UNSUPPORTED_MEDIA_TYPE: { status: 400, word: 'invalid_payload' },
  NO_TEXT: { word: 'no_text' },
  TOO_MANY_ATTACHMENTS: { word: 'too_many_attachments' },
  PAYLOAD_TOO_LARGE: { word: 'payload_too_large' },
  UNKNOWN_WEBHOOK: { word: 'no_service' },
  NOT_FOUND: { word: 'no_service' },
  UNKNOWN_CHANNEL: { word: 'channel_not_found' },
  CHANNEL_ARCHIVED: { word: 'channel_is_archived' },
  MISSING_ACCESS: { word: 'action_prohibited' },
  MISSING_PERMISSIONS: { word: 'action_prohibited' },
  RATE_LIMITED: { word: 'rate_limited' },
  REQUEST_TIMEOUT: { word: 'request_timeout' },
  SERVICE_UNAVAILABLE: { word: 'service_unavailable' },
  UPSTREAM_TIMEOUT: { word: 'upstream_timeout' },
  EXPECTATION_FAILED: { word: 'expectation_failed' },
}

/** A refusal in the words of the chat-compatible format. */
export function renderChatRefusal(refusal: ServiceError): Reply {
  const { status = statusOf(refusal), word } = words[refusal.code] ?? { word: 'rollup_error' }
  return textReply(status, word, retryHeader(refusal))
}
