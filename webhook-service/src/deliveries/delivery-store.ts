import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import mongoose from 'mongoose'
import type { Source } from '../messages/message.ts'
import {
  addDeduplicationIndex,
  type Deduplication,
  type DeduplicationFields,
  deduplicationFields,
  deduplicationIndex,
} from './deduplication-index.ts'

/** An execution that posted nothing. */
export type Delivery = {
  id: string
  webhookId: string
  channelId: string
  source: Source
  /** As in X-Webhook-Result. */
  result: string
  receivedAt: number
  expiresAt: number
  deduplication: Deduplication | null
}

type DeliveryDocument = Omit<Delivery, 'id' | 'deduplication' | 'expiresAt'> &
  DeduplicationFields & {
    _id: string
    /** TTL indexes of MongoDB need a date. */
    expiresAt: Date
  }

export function deliveryModel(connection: mongoose.Connection) {
  const text = { type: String, required: true }
  const schema = new mongoose.Schema(
    {
      _id: String,
      webhookId: text,
      channelId: text,
      source: { type: mongoose.Schema.Types.Mixed, required: true },
      result: text,
      receivedAt: { type: Number, required: true },
      expiresAt: { type: Date, required: true },
      dedupeKey: String,
      dedupeUntil: Number,
    },
    { versionKey: false, collection: 'deliveries' },
  )
  addDeduplicationIndex(schema)
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  return connection.model('Delivery', schema)
}

export type DeliveryStore = ReturnType<typeof deliveryStore>

export function deliveryStore(connection: mongoose.Connection) {
  // The driver's collection: documents are typed, and mongoose would copy each one.
  const collection = deliveryModel(connection)
    .collection as unknown as mongoose.mongo.Collection<DeliveryDocument>
  const insert = batchedInsert(collection)

  return {
    ...deduplicationIndex(collection),

    /** False if the same delivery is stored already. */
    record: (delivery: Delivery): Promise<boolean> => insert(toDocument(delivery)),
  }
}

function toDocument({ id, deduplication, expiresAt, ...delivery }: Delivery): DeliveryDocument {
  return {
    ...delivery,
    _id: toSortable(id),
    webhookId: toSortable(delivery.webhookId),
    channelId: toSortable(delivery.channelId),
    expiresAt: new Date(expiresAt),
    ...deduplicationFields(deduplication),
  }
}
