import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import mongoose from 'mongoose'
import type { Source } from '../messages/message.ts'
import type { Delivery, RecordedRequest } from './delivery.ts'

/** The part of a document that records its execution, until it expires. */
export type DeliveryPart = {
  result: string
  detail: string | null
  replayOf: string | null
  headers: Record<string, string>
  /** Encrypted. */
  body: mongoose.mongo.Binary
  isTruncated: boolean
  expiresAt: number
}

/** The fields that documents of messages and of unposted executions have in common. */
export type DeliveryFields = {
  _id: string
  webhookId: string
  source: Source
  outbox?: OutboxState
  delivery?: DeliveryPart
}

/** The first index serves all reads, filters included; the second one the sweep. */
export function addDeliveryIndexes(schema: mongoose.Schema): void {
  const partialFilterExpression = { 'delivery.expiresAt': { $exists: true } }
  schema.index(
    {
      webhookId: 1,
      _id: -1,
      'delivery.expiresAt': 1,
      'delivery.result': 1,
      'source.format': 1,
      'source.event': 1,
    },
    { partialFilterExpression },
  )
  schema.index({ 'delivery.expiresAt': 1 }, { partialFilterExpression })
}

export type DeliveryRecord = {
  result: string
  detail: string | null
  replayOf: string | null
  request: RecordedRequest
  expiresAt: number
}

export type DeliveryCipher = ReturnType<typeof deliveryCipher>

/** Bodies contain personal data, so they are encrypted; the delivery id is authenticated with them. */
export function deliveryCipher(keyRing: KeyRing) {
  return {
    seal(id: string, { request, ...record }: DeliveryRecord): DeliveryPart {
      const { headers, body, isTruncated } = request
      return {
        ...record,
        headers,
        isTruncated,
        body: new mongoose.mongo.Binary(keyRing.sealBytes(body, aadOf(id))),
      }
    },

    openRequest({ _id, delivery }: DeliveryFields): RecordedRequest {
      const { headers, body, isTruncated } = partOf(delivery)
      return { headers, isTruncated, body: keyRing.openBytes(body.buffer, aadOf(fromSortable(_id))) }
    },
  }
}

export function fromDocument({ _id, webhookId, source, outbox, delivery }: DeliveryFields): Delivery {
  const { result, detail, replayOf } = partOf(delivery)
  return {
    id: fromSortable(_id),
    webhookId: fromSortable(webhookId),
    source,
    result,
    detail,
    replayOf,
    outbox: outbox ?? null,
  }
}

function partOf(delivery: DeliveryPart | undefined): DeliveryPart {
  if (!delivery) throw new Error('The document has no delivery part.')
  return delivery
}

function aadOf(id: string): string {
  return `delivery:${toSortable(id)}`
}
