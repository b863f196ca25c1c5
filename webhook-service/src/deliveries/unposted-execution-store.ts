import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import mongoose from 'mongoose'
import {
  addDeduplicationIndex,
  type Deduplication,
  type DeduplicationFields,
  deduplicationFields,
  deduplicationQueries,
} from '../messages/deduplication-queries.ts'
import {
  addDeliveryIndexes,
  type DeliveryCipher,
  type DeliveryFields,
  type DeliveryRecord,
} from '../messages/delivery-document.ts'
import type { Source } from '../messages/message.ts'

/** An execution that created no message. */
export type UnpostedExecution = {
  id: string
  webhookId: string
  source: Source
  delivery: DeliveryRecord
  deduplication: Deduplication | null
}

type UnpostedExecutionDocument = DeliveryFields &
  DeduplicationFields & {
    /** TTL indexes of MongoDB need a date. */
    expiresAt: Date
  }

const collectionName = 'deliveries'
/** Of one webhook. */
const maxRejections = 50

export function unpostedExecutionModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema({}, { versionKey: false, collection: collectionName })
  addDeduplicationIndex(schema)
  addDeliveryIndexes(schema)
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  return connection.model('UnpostedExecution', schema)
}

export function unpostedExecutionCollection(
  connection: mongoose.Connection,
): mongoose.mongo.Collection<UnpostedExecutionDocument> {
  return driverCollection<UnpostedExecutionDocument>(connection.collection(collectionName))
}

export function unpostedExecutionStore(
  connection: mongoose.Connection,
  cipher: Pick<DeliveryCipher, 'seal'>,
) {
  const collection = unpostedExecutionCollection(connection)
  const insertDocument = batchedInsert(collection)
  const insert = async (execution: UnpostedExecution): Promise<boolean> => {
    const { id, webhookId, source, delivery, deduplication } = execution
    return insertDocument({
      _id: toSortable(id),
      webhookId: toSortable(webhookId),
      source,
      delivery: await cipher.seal(id, delivery),
      expiresAt: new Date(delivery.expiresAt),
      ...deduplicationFields(deduplication),
    })
  }

  return {
    ...deduplicationQueries(collection),
    insert,

    /** Keeps the newest rejections of a webhook. Uses the first index of delivery-document.ts. */
    async insertRejection(execution: UnpostedExecution): Promise<void> {
      await insert(execution)
      const rejections = {
        webhookId: toSortable(execution.webhookId),
        'delivery.expiresAt': { $gt: 0 },
        // `;` follows `:`.
        'delivery.result': { $gte: 'rejected:', $lt: 'rejected;' },
      }
      const newest = collection.find(rejections, { projection: { _id: 1 } }).sort({ _id: -1 })
      const [removed] = await newest.skip(maxRejections).limit(1).toArray()
      if (removed) await collection.deleteMany({ ...rejections, _id: { $lte: removed._id } })
    },
  }
}
