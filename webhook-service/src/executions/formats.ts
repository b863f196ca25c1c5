import { Format } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Source } from '../messages/message.ts'

const mebibyte = 1024 * 1024

/** What differs between the formats before their payloads are read (contract.md 1, Bodies; 8 row 1). */
export type FormatRules = {
  name: Source['format']
  maxBytes: number
  limit: { bucket: string; limit: number; windowSeconds: number }
  /** The headers that name the event and the delivery, for senders that have them. */
  eventHeader: string | null
  deliveryHeader: string | null
  /** What a body that cannot be read at all is called. */
  unreadable: (error: ServiceError) => ServiceError
}

const formats: Partial<Record<Format, FormatRules>> = {
  [Format.CODE_HOST]: {
    name: 'code-host',
    maxBytes: 25 * mebibyte,
    limit: { bucket: 'webhook:code-host', limit: 200, windowSeconds: 60 },
    eventHeader: 'x-github-event',
    deliveryHeader: 'x-github-delivery',
    unreadable: (error) => error,
  },
  [Format.CHAT_COMPAT]: {
    name: 'chat-compat',
    maxBytes: mebibyte / 4,
    limit: { bucket: 'webhook:execute', limit: 60, windowSeconds: 60 },
    eventHeader: null,
    deliveryHeader: null,
    unreadable: (cause) => new ServiceError('INVALID_PAYLOAD', { cause }),
  },
}

/** The rules of a format; a caller that names none is wrong in its own code. */
export function formatRules(format: Format): FormatRules {
  const rules = formats[format]
  if (!rules) throw new ServiceError('UNSUPPORTED_MEDIA_TYPE')
  return rules
}
