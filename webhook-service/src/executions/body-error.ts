import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { FormatName } from '@gatehouse/proto/executions/formats'
import { hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'

const unreadable: ErrorCode[] = ['UNSUPPORTED_MEDIA_TYPE', 'MALFORMED_JSON', 'INVALID_FORM_BODY']

/** Chat senders expect one error code for every body that cannot be read. */
export function bodyError(format: FormatName, error: unknown): unknown {
  const isChatError = format === 'chat-compat' && unreadable.some((code) => hasCode(error, code))
  return isChatError ? new ServiceError('INVALID_PAYLOAD', { cause: error }) : error
}
