import { Format } from '../gen/gatehouse/webhooks/v1/messages.ts'

const mebibyte = 1024 * 1024

type Limit = { bucket: string; limit: number; windowSeconds: number }

/** Code hosts and error trackers share one bucket for each webhook. */
const senderRateLimit: Limit = { bucket: 'webhook:code-host', limit: 200, windowSeconds: 60 }

/**
 * A busy code host sends many events that post nothing. They have a bucket of their own, so that they leave room for those that do. What
 * an event does is known when it is rendered, so before that both kinds are counted together, by each process.
 */
const eventLimits = {
  arriving: { bucket: 'webhook:event', limit: 1200, windowSeconds: 60 },
  unposted: { bucket: 'webhook:unposted', limit: 1000, windowSeconds: 60 },
} as const satisfies Record<string, Limit>

/** Chat and native messages share one as well. */
const messageRateLimit: Limit = { bucket: 'webhook:execute', limit: 60, windowSeconds: 60 }

export type ExecutionFormat = {
  format: Format
  /** Limits the body as it arrives and after it is inflated. */
  maxBytes: number
  /** For each webhook, of what posts a message. */
  rateLimit: Limit
  /** For each webhook, of a format whose events may post none: before they are rendered, and of those that post none. */
  eventLimits?: { arriving: Limit; unposted: Limit }
  /** A second limit, for short bursts. */
  burstLimit?: Limit
  /** The headers of the sender that the gateway forwards. The first header of a list that is present counts. */
  headers: {
    event: readonly string[]
    /** Null for a format without deduplication. */
    delivery: string | null
    signature: readonly string[]
    /** The time of the signature in Unix seconds. */
    timestamp: string | null
  }
}

/** The formats of webhook executions, by name. The path of native messages has none. */
export const executionFormats = {
  'code-host': {
    format: Format.CODE_HOST,
    maxBytes: 25 * mebibyte,
    rateLimit: senderRateLimit,
    eventLimits,
    headers: {
      event: ['X-GitHub-Event'],
      delivery: 'X-GitHub-Delivery',
      // Not X-Hub-Signature, which is SHA-1.
      signature: ['X-Hub-Signature-256'],
      timestamp: null,
    },
  },
  'error-tracker': {
    format: Format.ERROR_TRACKER,
    maxBytes: mebibyte,
    rateLimit: senderRateLimit,
    eventLimits,
    headers: {
      event: ['Sentry-Hook-Resource', 'X-Sentry-Event'],
      delivery: 'Request-ID',
      // Alert rule actions send the second header.
      signature: ['Sentry-Hook-Signature', 'Sentry-App-Signature'],
      timestamp: 'Sentry-Hook-Timestamp',
    },
  },
  'chat-compat': {
    format: Format.CHAT_COMPAT,
    maxBytes: mebibyte / 4,
    rateLimit: messageRateLimit,
    headers: { event: [], delivery: null, signature: [], timestamp: null },
  },
  native: {
    format: Format.NATIVE,
    maxBytes: mebibyte / 4,
    rateLimit: messageRateLimit,
    burstLimit: { bucket: 'webhook:execute:burst', limit: 5, windowSeconds: 2 },
    headers: { event: [], delivery: null, signature: [], timestamp: null },
  },
} as const satisfies Record<string, ExecutionFormat>

export type FormatName = keyof typeof executionFormats

/** Of a native message with files, which are not kept. */
export const maxMultipartBytes = 25 * mebibyte

const names = Object.keys(executionFormats) as FormatName[]

export const formatNames: Partial<Record<Format, FormatName>> = Object.fromEntries(
  names.map((name) => [executionFormats[name].format, name]),
)

/** For each channel, over all formats. */
export const channelRateLimit: Limit = { bucket: 'channel:execute', limit: 300, windowSeconds: 60 }
