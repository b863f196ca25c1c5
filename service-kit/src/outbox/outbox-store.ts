import { randomUUID } from 'node:crypto'
import type mongoose from 'mongoose'
import { fromSortable, toSortable } from '../ids/sortable-id.ts'
import type { OutboxState, Publication, Published } from './publication.ts'

/** How many milliseconds a lease lasts, and how many documents one claim takes. */
export type ClaimTerms = { now: number; leaseMs: number; max: number }

export type Claimed = {
  publications: Publication[]
  /** What was set aside since its document cannot be read, and why. */
  unreadable: { id: string; error: unknown }[]
}

export type OutboxStore = ReturnType<typeof outboxStore>

type Outboxed = { _id: string; outbox?: OutboxState }

/** The index of an outbox, for a schema: it holds what waits and nothing else, and serves every question below. */
export const outboxIndex = [
  { 'outbox.state': 1, _id: 1 },
  { partialFilterExpression: { 'outbox.state': 'pending' } },
] as const

/**
 * The documents of a collection that wait to be published: their ids are sortable (ids/sortable-id.ts) and `outbox` says how
 * far they are. `fieldsOf` makes the stream entry of one.
 */
export function outboxStore<D extends Outboxed>(
  documents: mongoose.mongo.Collection<D>,
  fieldsOf: (document: D) => string[],
) {
  // Typed as the part every outbox has; the driver's own filters do not see through the type parameter.
  const collection = documents as unknown as mongoose.mongo.Collection<Outboxed>

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
    /** Takes the oldest pending ones whose lease is over; of two relays that try, each goes to one. */
    async claim({ now, leaseMs, max: most }: ClaimTerms): Promise<Claimed> {
      const isFree = { 'outbox.state': 'pending', 'outbox.leaseUntil': { $lte: now } } as const
      const free = await collection
        .find(isFree, { projection: { _id: 1 } })
        .sort({ 'outbox.state': 1, _id: 1 })
        .limit(most)
        .toArray()
      if (free.length === 0) return { publications: [], unreadable: [] }
      const ids = free.map(({ _id }) => _id)
      const lease = { owner: randomUUID(), leaseUntil: now + leaseMs }
      await collection.updateMany(
        { ...isFree, _id: { $in: ids } },
        { $set: { outbox: { state: 'pending', ...lease } } },
      )
      const ours = { 'outbox.owner': lease.owner, _id: { $in: ids } }
      const found = await collection.find<D>(ours).sort({ _id: 1 }).toArray()
      const claimed = toPublications(found, lease.leaseUntil)
      const unreadable = claimed.unreadable.map(({ id }) => toSortable(id))
      if (unreadable.length > 0)
        await collection.updateMany(
          { _id: { $in: unreadable } },
          { $set: { outbox: { state: 'unreadable' } } },
        )
      return claimed
    },

    /**
     * Notes that they are in the stream. Not waiting for the majority is safe: a note that is lost means that they are
     * published once more, under the same id.
     */
    async markPublished(published: Published[]): Promise<void> {
      const updates = published.map(({ id, streamId }) => ({
        updateOne: {
          filter: { _id: toSortable(id), 'outbox.state': 'pending' as const },
          update: { $set: { outbox: { state: 'published' as const, streamId } } },
        },
      }))
      await collection.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 } })
    },
  }
}
