import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batched } from '@gatehouse/service-kit/storage/batched'
import type mongoose from 'mongoose'

export type Deduplication = { key: string; until: number }

/** The fields of a document that prevent a second document for the same delivery. */
export type DeduplicationFields = { webhookId: string; dedupeKey?: string; dedupeUntil?: number }

export function addDeduplicationIndex(schema: mongoose.Schema): void {
  schema.index(
    { webhookId: 1, dedupeKey: 1 },
    { unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  )
}

export function deduplicationFields(
  deduplication: Deduplication | null,
): Pick<DeduplicationFields, 'dedupeKey' | 'dedupeUntil'> {
  return deduplication ? { dedupeKey: deduplication.key, dedupeUntil: deduplication.until } : {}
}

export function deduplicationQueries<T extends DeduplicationFields>(
  collection: mongoose.mongo.Collection<T>,
) {
  // The types of the driver do not resolve the type parameter.
  const documents = collection as unknown as mongoose.mongo.Collection<DeduplicationFields>
  const keyExpiry = batched((pairs: DeliveryKey[]) => readExpiries(documents, pairs))

  return {
    async isDuplicate(webhookId: string, key: string, now: number): Promise<boolean> {
      return (await keyExpiry({ webhookId: toSortable(webhookId), dedupeKey: key })) > now
    },

    /** False if there is no such key or it is not expired. */
    async removeExpiredKey(webhookId: string, key: string, now: number): Promise<boolean> {
      const { modifiedCount } = await documents.updateOne(
        { webhookId: toSortable(webhookId), dedupeKey: key, dedupeUntil: { $lte: now } },
        { $unset: { dedupeKey: '', dedupeUntil: '' } },
      )
      return modifiedCount > 0
    },
  }
}

type DeliveryKey = { webhookId: string; dedupeKey: string }

/** The expiry of each key, 0 if it is not stored. */
async function readExpiries(
  collection: mongoose.mongo.Collection<DeduplicationFields>,
  pairs: DeliveryKey[],
): Promise<number[]> {
  const byWebhook = Map.groupBy(pairs, ({ webhookId }) => webhookId)
  const $or = [...byWebhook].map(([webhookId, ofWebhook]) => ({
    webhookId,
    dedupeKey: { $in: ofWebhook.map(({ dedupeKey }) => dedupeKey) },
  }))
  const projection = { _id: 0, webhookId: 1, dedupeKey: 1, dedupeUntil: 1 }
  const found = await collection.find({ $or }, { projection }).toArray()
  const expiries = new Map(
    found.map(({ webhookId, dedupeKey, dedupeUntil }) => [`${webhookId} ${dedupeKey}`, dedupeUntil ?? 0]),
  )
  return pairs.map(({ webhookId, dedupeKey }) => expiries.get(`${webhookId} ${dedupeKey}`) ?? 0)
}
