import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import type { Source } from './message.ts'

/** The record of one execution. `outbox` is null if it created no message. */
export type Delivery = {
  id: string
  webhookId: string
  source: Source
  /** The value of X-Webhook-Result. */
  result: string
  detail: string | null
  replayOf: string | null
  outbox: OutboxState | null
}

/** The request of a delivery. Names of headers are in lower case. */
export type RecordedRequest = {
  headers: Record<string, string>
  body: Buffer
  isTruncated: boolean
  /** Of a rejected execution, whose body is not stored. */
  path?: string
  addressPrefix?: string
}

export const deliveryRetentionMs = 7 * 24 * 3600 * 1000

/** Of one webhook; approximate, since older ones are removed in the background. */
export const maxDeliveriesPerWebhook = 1000

/** Compressed; the bodies of older deliveries are removed in the background, their records stay. */
export const maxBodyBytesPerWebhook = 16 * 1024 * 1024
