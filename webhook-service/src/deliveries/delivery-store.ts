import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { insertEach } from '@gatehouse/service-kit/storage/insert-each'
import mongoose from 'mongoose'
import type { Source } from '../messages/message.ts'
import {
  addGuardIndex,
  type Deduplication,
  deliveryGuard,
  type Guarding,
  guardFields,
} from './delivery-guard.ts'

/** An execution that made no message. */
export type Delivery = {
  id: string
  webhookId: string
  channelId: string
  source: Source
  /** The words of X-Webhook-Result. */
  result: string
  receivedAt: number
  expiresAt: number
  deduplication: Deduplication | null
}

type Stored = Omit<Delivery, 'id' | 'deduplication' | 'expiresAt'> &
  Guarding & {
    _id: string
    /** A date, since only those expire in MongoDB. */
    expiresAt: Date
  }

/** The TTL index only cleans up after the 7 days a delivery is kept. */
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
  addGuardIndex(schema)
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  return connection.model('Delivery', schema)
}

export type DeliveryStore = ReturnType<typeof deliveryStore>

/** The executions that showed nothing (contract.md 9, The one insert). */
export function deliveryStore(connection: mongoose.Connection) {
  // The driver's collection: what is written is typed by Stored, and mongoose would only copy it.
  const collection = deliveryModel(connection).collection as unknown as mongoose.mongo.Collection<Stored>
  const insert = insertEach(collection)

  return {
    ...deliveryGuard(collection),

    /** False when the same delivery was stored before. */
    record: ({ id, deduplication, expiresAt, ...delivery }: Delivery): Promise<boolean> =>
      insert({
        ...delivery,
        _id: toSortable(id),
        webhookId: toSortable(delivery.webhookId),
        channelId: toSortable(delivery.channelId),
        expiresAt: new Date(expiresAt),
        ...guardFields(deduplication),
      }),
  }
}
