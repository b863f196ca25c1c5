import { randomUUID } from 'node:crypto'
import type mongoose from 'mongoose'
import { fromSortable, toSortable } from '../ids/sortable-id.ts'
import type { OutboxState, Publication, Published } from './publication.ts'

export type ClaimTerms = { now: number; leaseMs: number; max: number }

export type Claimed = {
  publications: Publication[]
  unreadable: { id: string; error: unknown }[]
}

export type OutboxStore = ReturnType<typeof outboxStore>

type OutboxDocument = { _id: string; outbox?: OutboxState }

/** The index of an outbox, for a schema: it contains pending documents only, and serves every query below. */
export const outboxIndex = [
  { 'outbox.state': 1, _id: 1 },
  { partialFilterExpression: { 'outbox.state': 'pending' } },
] as const

/** The index of unreadable documents, for a schema whose outbox can be retried. */
export const unreadableIndex = [
  { 'outbox.state': 1 },
  { partialFilterExpression: { 'outbox.state': 'unreadable' } },
] as const

/** The ids are sortable (ids/sortable-id.ts). `fieldsOf` returns the stream entry of a document. */
export function outboxStore<D extends OutboxDocument>(
  documents: mongoose.mongo.Collection<D>,
  fieldsOf: (document: D) => string[],
  projection: Record<string, 0> = {},
) {
  // The driver cannot type a filter over a type parameter.
  const collection = documents as unknown as mongoose.mongo.Collection<OutboxDocument>

  function toPublications(found: D[], leaseUntil: number): Claimed {
    const claimed: Claimed = { publications: [], unreadable: [] }
    for (const document of found) {
      const id = fromSortable(document._id)
      try {
        claimed.publications.push({ id, fields: fieldsOf(document), leaseUntil })
      } catch (error) {
        claimed.unreadable.push({ id, error })
      }
    }
    return claimed
  }

  return {
    /** Leases the oldest pending documents without a live lease. A document goes to one of several relays. */
    async claim({ now, leaseMs, max }: ClaimTerms): Promise<Claimed> {
      const isFree = { 'outbox.state': 'pending', 'outbox.leaseUntil': { $lte: now } } as const
      const free = await collection
        .find(isFree, { projection: { _id: 1 } })
        .sort({ 'outbox.state': 1, _id: 1 })
        .limit(max)
        .toArray()
      if (free.length === 0) return { publications: [], unreadable: [] }
      const ids = free.map(({ _id }) => _id)
      const lease = { owner: randomUUID(), leaseUntil: now + leaseMs }
      await collection.updateMany(
        { ...isFree, _id: { $in: ids } },
        { $set: { outbox: { state: 'pending', ...lease } } },
      )
      const ours = { 'outbox.owner': lease.owner, _id: { $in: ids } }
      const found = await collection.find<D>(ours, { projection }).sort({ _id: 1 }).toArray()
      const claimed = toPublications(found, lease.leaseUntil)
      const unreadable = claimed.unreadable.map(({ id }) => toSortable(id))
      if (unreadable.length > 0)
        await collection.updateMany(
          { _id: { $in: unreadable } },
          { $set: { outbox: { state: 'unreadable', at: now } } },
        )
      return claimed
    },

    async oldestPendingId(): Promise<string | null> {
      const [oldest] = await collection
        .find({ 'outbox.state': 'pending' }, { projection: { _id: 1 } })
        .sort({ 'outbox.state': 1, _id: 1 })
        .limit(1)
        .toArray()
      return oldest ? fromSortable(oldest._id) : null
    },

    /** Makes all unreadable documents pending again; returns their number. */
    async retryUnreadable(): Promise<number> {
      const { modifiedCount } = await collection.updateMany(
        { 'outbox.state': 'unreadable' },
        { $set: { outbox: { state: 'pending', owner: '', leaseUntil: 0 } } },
      )
      return modifiedCount
    },

    /**
     * Leaves documents whose lease was renewed, which can have changed since. Does not wait for the majority: a lost update only
     * publishes a document again, under the same id.
     */
    async markPublished(published: Published[]): Promise<void> {
      const byLease = Map.groupBy(published, ({ leaseUntil }) => leaseUntil)
      const leased = [...byLease].map(([leaseUntil, entries]) => ({
        _id: { $in: entries.map(({ id }) => toSortable(id)) },
        'outbox.leaseUntil': leaseUntil,
      }))
      // One update for all of them costs half. The last entry of a repeated call is another one, so the outbox is a version.
      const streamId = published.at(-1)?.streamId ?? ''
      const outbox = { state: 'published', streamId } as const
      await collection.updateMany({ $or: leased }, { $set: { outbox } }, { writeConcern: { w: 1 } })
    },
  }
}
