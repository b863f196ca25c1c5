import { executionFormats } from '@gatehouse/proto/executions/formats'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { headerResource } from '../formats/error-tracker/header-resource.ts'
import type { Source } from '../messages/message.ts'
import { codeHostScheme, errorTrackerScheme, type SignatureScheme } from '../signatures/signature-scheme.ts'

/** The largest body of any format. */
export const largestBody = Math.max(...Object.values(executionFormats).map(({ maxBytes }) => maxBytes))

/** What differs between the formats before their payloads are read (contract.md 1, Bodies; 8 row 1). */
export type FormatRules = {
  name: Source['format']
  maxBytes: number
  limit: { bucket: string; limit: number; windowSeconds: number }
  /** The event the sender's headers name; empty when the body has to tell. */
  eventOf: (headers: Record<string, string>) => string
  /** The header with the sender's own id of the delivery; null for senders that are not de-duplicated. */
  deliveryHeader: string | null
  /** Null for senders that cannot sign (contract.md 8 row 34). */
  signature: SignatureScheme | null
  /** What a body that cannot be read at all is called. */
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

/** The rules of a format; a caller that names none is wrong in its own code. */
export function formatRules(format: Format): FormatRules {
  const rules = formats[format]
  if (!rules) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return rules
}
