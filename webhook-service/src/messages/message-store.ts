import mongoose from 'mongoose'
import { fromSortable, toSortable } from '../storage/sortable-id.ts'
import { isDuplicateKey } from '../storage/transactions.ts'
import type { Message } from './message.ts'

/** Who may publish a message, and until when nobody else tries; what it has become once it was published. */
type Outbox =
  | { state: 'pending'; owner: string; leaseUntil: number }
  | { state: 'published'; streamId: string }

/** How a sender's second delivery of the same thing is known, and how long (contract.md 8 row 40). */
export type Deduplication = { key: string; until: number }

export type Posting = {
  message: Message
  lease: { owner: string; leaseUntil: number }
  deduplication: Deduplication | null
  /** When the record of the delivery is taken out of the message. */
  deliveryExpiresAt: number
}

export type StoredMessage = Omit<Message, 'id'> & {
  _id: string
  outbox: Outbox
  /** The record of the execution, until it is 7 days old. */
  delivery?: { result: 'rendered'; receivedAt: number; expiresAt: number }
  dedupeKey?: string
  dedupeUntil?: number
  /** When the sweeper has the next thing to take out. */
  sweepAt?: number
}

export type Page = { channelId: string; limit: number; before?: string; after?: string }

/**
 * Lists ask by channel and id; the partial indexes hold only what is still of interest: keys that still de-duplicate,
 * messages that wait to be published, and those with something to sweep.
 */
export function messageModel(connection: mongoose.Connection) {
  const text = { type: String, required: true }
  const anything = mongoose.Schema.Types.Mixed
  const schema = new mongoose.Schema(
    {
      _id: String,
      channelId: text,
      guildId: text,
      webhookId: text,
      author: { type: anything, required: true },
      content: { type: String, default: '' },
      embeds: { type: [anything], default: [] },
      timestamp: { type: Number, required: true },
      source: { type: anything, required: true },
      outbox: { type: anything, required: true },
      delivery: anything,
      dedupeKey: String,
      dedupeUntil: Number,
      sweepAt: Number,
    },
    { versionKey: false, collection: 'messages' },
  )
  schema.index({ channelId: 1, _id: -1 })
  schema.index(
    { webhookId: 1, dedupeKey: 1 },
    { unique: true, partialFilterExpression: { dedupeKey: { $exists: true } } },
  )
  schema.index({ 'outbox.state': 1, _id: 1 }, { partialFilterExpression: { 'outbox.state': 'pending' } })
  schema.index({ sweepAt: 1 }, { partialFilterExpression: { sweepAt: { $exists: true } } })
  return connection.model('Message', schema)
}

export type MessageStore = ReturnType<typeof messageStore>

/** The messages. Writes go past mongoose's documents: the insert is the hot path, and its shape is typed here. */
export function messageStore(connection: mongoose.Connection) {
  const collection = messageModel(connection).collection as unknown as mongoose.mongo.Collection<StoredMessage>

  return {
    /** The one insert of an execution. False when the same delivery was stored before (contract.md 9, The one insert). */
    async post(posting: Posting): Promise<boolean> {
      try {
        await collection.insertOne(toStored(posting))
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** Whether a message came from this delivery and still guards against a second one. */
    async isGuarding(webhookId: string, key: string, now: number): Promise<boolean> {
      const filter = { webhookId: toSortable(webhookId), dedupeKey: key, dedupeUntil: { $gt: now } }
      return (await collection.findOne(filter, { projection: { _id: 1 } })) !== null
    },

    /** Frees a key whose time is over, so that the stored time decides and not when the sweeper ran. */
    async freeExpiredKey(webhookId: string, key: string, now: number): Promise<boolean> {
      const { modifiedCount } = await collection.updateOne(
        { webhookId: toSortable(webhookId), dedupeKey: key, dedupeUntil: { $lte: now } },
        { $unset: { dedupeKey: '', dedupeUntil: '' } },
      )
      return modifiedCount > 0
    },

    /** Newest first; with `after` those that follow it directly. */
    async listByChannel({ channelId, limit, before, after }: Page): Promise<Message[]> {
      const range = {
        ...(before && { $lt: toSortable(before) }),
        ...(after && { $gt: toSortable(after) }),
      }
      const filter = { channelId: toSortable(channelId), ...((before || after) && { _id: range }) }
      const forwards = after && !before
      const found = await collection
        .find(filter)
        .sort({ _id: forwards ? 1 : -1 })
        .limit(limit)
        .toArray()
      return (forwards ? found.reverse() : found).map(fromStored)
    },

    /** Takes out what has expired: keys of old deliveries, then their records. Answers how many messages changed. */
    async sweep(now: number): Promise<number> {
      const isOver = (path: string) => ({ $lte: [path, now] })
      const unlessOver = (until: string, value: string) => ({ $cond: [isOver(until), '$$REMOVE', value] })
      const { modifiedCount } = await collection.updateMany({ sweepAt: { $lte: now } }, [
        {
          $set: {
            dedupeKey: unlessOver('$dedupeUntil', '$dedupeKey'),
            dedupeUntil: unlessOver('$dedupeUntil', '$dedupeUntil'),
            delivery: unlessOver('$delivery.expiresAt', '$delivery'),
            sweepAt: unlessOver('$delivery.expiresAt', '$delivery.expiresAt'),
          },
        },
      ])
      return modifiedCount
    },
  }
}

function toStored({ message, lease, deduplication, deliveryExpiresAt }: Posting): StoredMessage {
  const { id, ...rest } = message
  return {
    ...rest,
    _id: toSortable(id),
    channelId: toSortable(rest.channelId),
    guildId: toSortable(rest.guildId),
    webhookId: toSortable(rest.webhookId),
    outbox: { state: 'pending', ...lease },
    delivery: { result: 'rendered', receivedAt: rest.timestamp, expiresAt: deliveryExpiresAt },
    ...(deduplication && { dedupeKey: deduplication.key, dedupeUntil: deduplication.until }),
    sweepAt: Math.min(deduplication?.until ?? deliveryExpiresAt, deliveryExpiresAt),
  }
}

/** The message without what only this service needs of it. */
export function fromStored(stored: StoredMessage): Message {
  const { _id, author, content, embeds, timestamp, source } = stored
  return {
    id: fromSortable(_id),
    channelId: fromSortable(stored.channelId),
    guildId: fromSortable(stored.guildId),
    webhookId: fromSortable(stored.webhookId),
    author,
    content,
    embeds,
    timestamp,
    source,
  }
}
