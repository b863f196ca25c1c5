import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batched } from '@gatehouse/service-kit/storage/batched'
import type mongoose from 'mongoose'

/** How a sender's second delivery of the same thing is known, and how long (contract.md 4; 8 row 40). */
export type Deduplication = { key: string; until: number }

/** The two fields of a document that guards against a second one from the same delivery. */
export type Guarding = { webhookId: string; dedupeKey?: string; dedupeUntil?: number }

/** One document a webhook and key; those without a key are not in the index. */
export function addGuardIndex(schema: mongoose.Schema): void {
  schema.index(
    { webhookId: 1, dedupeKey: 1 },
    { unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  )
}

export function guardFields(
  deduplication: Deduplication | null,
): Pick<Guarding, 'dedupeKey' | 'dedupeUntil'> {
  return deduplication ? { dedupeKey: deduplication.key, dedupeUntil: deduplication.until } : {}
}

/** What the unique index of a collection guards. */
export function deliveryGuard<T extends Guarding>(collection: mongoose.mongo.Collection<T>) {
  // Typed as the part every such collection has; the driver's own types do not see through the type parameter.
  const guarding = collection as unknown as mongoose.mongo.Collection<Guarding>
  const guardedUntil = batched((pairs: Guarded[]) => readEnds(guarding, pairs))

  return {
    /** Whether a document from this delivery is there and its time is not over. */
    async isGuarding(webhookId: string, key: string, now: number): Promise<boolean> {
      return (await guardedUntil({ webhookId: toSortable(webhookId), dedupeKey: key })) > now
    },

    /** Frees a key whose time is over: the stored time decides, not when a sweeper came by. */
    async freeExpired(webhookId: string, key: string, now: number): Promise<boolean> {
      const { modifiedCount } = await guarding.updateOne(
        { webhookId: toSortable(webhookId), dedupeKey: key, dedupeUntil: { $lte: now } },
        { $unset: { dedupeKey: '', dedupeUntil: '' } },
      )
      return modifiedCount > 0
    },
  }
}

type Guarded = { webhookId: string; dedupeKey: string }

/** Until when each is guarded, 0 for those that are not. */
async function readEnds(
  collection: mongoose.mongo.Collection<Guarding>,
  pairs: Guarded[],
): Promise<number[]> {
  const byWebhook = Map.groupBy(pairs, ({ webhookId }) => webhookId)
  const $or = [...byWebhook].map(([webhookId, ofWebhook]) => ({
    webhookId,
    dedupeKey: { $in: ofWebhook.map(({ dedupeKey }) => dedupeKey) },
  }))
  const projection = { _id: 0, webhookId: 1, dedupeKey: 1, dedupeUntil: 1 }
  const found = await collection.find({ $or }, { projection }).toArray()
  const ends = new Map(
    found.map(({ webhookId, dedupeKey, dedupeUntil }) => [`${webhookId} ${dedupeKey}`, dedupeUntil ?? 0]),
  )
  return pairs.map(({ webhookId, dedupeKey }) => ends.get(`${webhookId} ${dedupeKey}`) ?? 0)
}
