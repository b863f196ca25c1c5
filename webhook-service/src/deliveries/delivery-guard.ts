import type mongoose from 'mongoose'
import { toSortable } from '../storage/sortable-id.ts'

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
  return {
    /** Whether a document from this delivery is there and its time is not over. */
    async isGuarding(webhookId: string, key: string, now: number): Promise<boolean> {
      const filter = { webhookId: toSortable(webhookId), dedupeKey: key, dedupeUntil: { $gt: now } }
      return (await guarding.findOne(filter, { projection: { _id: 1 } })) !== null
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
