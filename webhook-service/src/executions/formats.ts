import { executionFormats } from '@gatehouse/proto/executions/formats'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { headerResource } from '../formats/error-tracker/header-resource.ts'
import type { Source } from '../messages/message.ts'
import { codeHostScheme, errorTrackerScheme, type SignatureScheme } from '../signatures/signature-scheme.ts'

export const maxBodyBytes = Math.max(...Object.values(executionFormats).map(({ maxBytes }) => maxBytes))

/** The differences between formats until the payload is parsed. */
export type FormatRules = {
  name: Source['format']
  maxBytes: number
  limit: { bucket: string; limit: number; windowSeconds: number }
  /** Empty if the headers do not name the event. */
  eventOf: (headers: Record<string, string>) => string
  /** The header with the delivery id of the sender; null for formats without deduplication. */
  deliveryHeader: string | null
  /** Null for formats without signatures. */
  signature: SignatureScheme | null
  /** Maps the error for an unsupported content type or encoding. */
  unreadable: (error: ServiceError) => ServiceError
}

const formats: Partial<Record<Format, FormatRules>> = {
  [Format.CODE_HOST]: {
    name: 'code-host',
    ...executionFormats['code-host'],
    eventOf: (headers) => headers['x-github-event'] ?? '',
    deliveryHeader: 'x-github-delivery',
    signature: codeHostScheme,
    unreadable: (error) => error,
  },
  [Format.ERROR_TRACKER]: {
    name: 'error-tracker',
    ...executionFormats['error-tracker'],
    eventOf: headerResource,
    deliveryHeader: 'request-id',
    signature: errorTrackerScheme,
    unreadable: (error) => error,
  },
  [Format.CHAT_COMPAT]: {
    name: 'chat-compat',
    ...executionFormats['chat-compat'],
    eventOf: () => '',
    deliveryHeader: null,
    signature: null,
    unreadable: (cause) => new ServiceError('INVALID_PAYLOAD', { cause }),
  },
}

export function formatRules(format: Format): FormatRules {
  const rules = formats[format]
  if (!rules) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return rules
}
