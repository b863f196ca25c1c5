import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import mongoose from 'mongoose'
import { maxSmallBodyBytes } from '../limits/body-sizes.ts'
import type { Delivery, RecordedRequest } from './delivery.ts'
import type { Source } from './message.ts'

const fast = { level: 1 } as const
const deflate = promisify(deflateRaw)

/** Compressed here in at most half a millisecond. For 5 KB that is 30 us of processor time, and 220 on another thread. */
const maxBytesHere = 32 * 1024

const compress = (body: Uint8Array): Promise<Buffer> | Buffer =>
  body.length <= maxBytesHere ? deflateRawSync(body, fast) : deflate(body, fast)

/** The part of a document that records its execution, until it expires. */
export type DeliveryPart = {
  result: string
  detail: string | null
  replayOf: string | null
  headers: Record<string, string>
  /** Encrypted. Empty and truncated in schema version 5, whose predecessor reads it. */
  body: mongoose.mongo.Binary
  isTruncated: boolean
  /** Absent before schema version 5, and if the log of the webhook has too many bytes. */
  packed?: {
    /** Compressed, then encrypted. */
    bytes: mongoose.mongo.Binary
    size: number
    isTruncated: boolean
  }
  /** Of a rejected execution. */
  path?: string
  addressPrefix?: string
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

/** Of schema versions before 5. Its successor begins with the same fields. */
export const formerDeliveryIndex =
  'webhookId_1__id_-1_delivery.expiresAt_1_delivery.result_1_source.format_1_source.event_1'

/** The first index serves all reads, filters and sizes included; the second one the sweep. */
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
      'delivery.packed.size': 1,
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
  const sealed = (id: string, bytes: Uint8Array) =>
    new mongoose.mongo.Binary(keyRing.sealBytes(bytes, aadOf(id)))

  return {
    async seal(id: string, { request, ...record }: DeliveryRecord): Promise<DeliveryPart> {
      const { headers, body, isTruncated, ...sender } = request
      const compressed = await compress(body)
      return {
        ...record,
        ...sender,
        headers,
        isTruncated: true,
        body: sealed(id, Buffer.alloc(0)),
        packed: { bytes: sealed(id, compressed), size: compressed.length, isTruncated },
      }
    },

    openRequest({ _id, delivery }: DeliveryFields): RecordedRequest {
      const { headers, body, isTruncated, packed, path, addressPrefix } = partOf(delivery)
      const sender = { ...(path && { path }), ...(addressPrefix && { addressPrefix }) }
      const aad = aadOf(fromSortable(_id))
      if (!packed) return { ...sender, headers, isTruncated, body: keyRing.openBytes(body.buffer, aad) }
      const compressed = keyRing.openBytes(packed.bytes.buffer, aad)
      return {
        ...sender,
        headers,
        isTruncated: packed.isTruncated,
        body: inflateRawSync(compressed, { maxOutputLength: maxSmallBodyBytes }),
      }
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
