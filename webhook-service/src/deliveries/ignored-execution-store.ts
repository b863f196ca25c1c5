import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import mongoose from 'mongoose'
import type { Source } from '../messages/message.ts'
import {
  addDeduplicationIndex,
  type Deduplication,
  type DeduplicationFields,
  deduplicationFields,
  deduplicationQueries,
} from './deduplication-queries.ts'

export type IgnoredExecution = {
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

type IgnoredExecutionDocument = Omit<IgnoredExecution, 'id' | 'deduplication' | 'expiresAt'> &
  DeduplicationFields & {
    _id: string
    /** TTL indexes of MongoDB need a date. */
    expiresAt: Date
  }

export function ignoredExecutionModel(connection: mongoose.Connection) {
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

export function ignoredExecutionStore(connection: mongoose.Connection) {
  const collection = driverCollection<IgnoredExecutionDocument>(ignoredExecutionModel(connection).collection)
  const insert = batchedInsert(collection)

  return {
    ...deduplicationQueries(collection),

    insert: (ignored: IgnoredExecution): Promise<boolean> => insert(toDocument(ignored)),
  }
}

function toDocument({
  id,
  deduplication,
  expiresAt,
  ...ignored
}: IgnoredExecution): IgnoredExecutionDocument {
  return {
    ...ignored,
    _id: toSortable(id),
    webhookId: toSortable(ignored.webhookId),
    channelId: toSortable(ignored.channelId),
    expiresAt: new Date(expiresAt),
    ...deduplicationFields(deduplication),
  }
}
