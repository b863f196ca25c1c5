import { randomUUID } from 'node:crypto'
import type mongoose from 'mongoose'
import { messageJson } from '../messages/message.ts'
import { fromDocument, type MessageDocument, messageCollection } from '../messages/message-document.ts'
import { toSortable } from '../storage/sortable-id.ts'
import type { Publication, Published } from './publication.ts'

/** How many milliseconds a lease lasts, and how many messages one claim takes. */
export type ClaimTerms = { now: number; leaseMs: number; most: number }

export type OutboxStore = ReturnType<typeof outboxStore>

/** The messages that wait to be published; the partial index on `outbox.state` serves every question. */
export function outboxStore(connection: mongoose.Connection) {
  const collection = messageCollection(connection)

  return {
    /** Takes the oldest pending messages whose lease is over; of two relays that try, each message goes to one. */
    async claim({ now, leaseMs, most }: ClaimTerms): Promise<Publication[]> {
      const isFree = { 'outbox.state': 'pending', 'outbox.leaseUntil': { $lte: now } } as const
      const free = await collection
        .find(isFree, { projection: { _id: 1 } })
        .sort({ 'outbox.state': 1, _id: 1 })
        .limit(most)
        .toArray()
      if (free.length === 0) return []
      const ids = free.map(({ _id }) => _id)
      const lease = { owner: randomUUID(), leaseUntil: now + leaseMs }
      await collection.updateMany(
        { ...isFree, _id: { $in: ids } },
        { $set: { outbox: { state: 'pending', ...lease } } },
      )
      const ours = { 'outbox.owner': lease.owner, _id: { $in: ids } }
      const claimed = await collection.find(ours).sort({ _id: 1 }).toArray()
      return claimed.map((document) => toPublication(document, lease.leaseUntil))
    },

    /**
     * Notes that they are in the stream. Not waiting for the majority is safe: a note that is lost means that the
     * message is published once more, under the same id.
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

function toPublication(document: MessageDocument, leaseUntil: number): Publication {
  const message = fromDocument(document)
  const { id, channelId, guildId } = message
  return { id, channelId, guildId, json: messageJson(message), leaseUntil }
}
