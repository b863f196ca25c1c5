import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { outboxIndex } from '@gatehouse/service-kit/outbox/outbox-store'
import type { OutboxState, PublicationLease } from '@gatehouse/service-kit/outbox/publication'
import mongoose from 'mongoose'
import {
  addDeduplicationIndex,
  type Deduplication,
  type DeduplicationFields,
  deduplicationFields,
} from '../deliveries/deduplication-index.ts'
import type { Message } from './message.ts'

export type MessageInsert = {
  message: Message
  lease: PublicationLease
  deduplication: Deduplication | null
  /** When the delivery record is removed from the message. */
  deliveryExpiresAt: number
}

/** The message, its outbox state, and for a while its delivery record. */
export type MessageDocument = Omit<Message, 'id'> &
  DeduplicationFields & {
    _id: string
    outbox: OutboxState
    delivery?: { result: 'rendered'; receivedAt: number; expiresAt: number }
    /** When something in this document expires next. */
    sweepAt?: number
  }

const collectionName = 'messages'

/** Partial indexes contain only the documents that deduplicate, wait to be published, or have something to sweep. */
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
      embeds: [anything],
      timestamp: { type: Number, required: true },
      source: { type: anything, required: true },
      outbox: { type: anything, required: true },
      delivery: anything,
      dedupeKey: String,
      dedupeUntil: Number,
      sweepAt: Number,
    },
    { versionKey: false, collection: collectionName },
  )
  schema.index({ channelId: 1, _id: -1 })
  addDeduplicationIndex(schema)
  schema.index(...outboxIndex)
  schema.index({ sweepAt: 1 }, { partialFilterExpression: { sweepAt: { $exists: true } } })
  return connection.model('Message', schema)
}

export type MessageCollection = mongoose.mongo.Collection<MessageDocument>

/** The driver's collection: documents are typed, and mongoose would copy each one. */
export function messageCollection(connection: mongoose.Connection): MessageCollection {
  return connection.collection(collectionName) as unknown as MessageCollection
}

export function toDocument({
  message,
  lease,
  deduplication,
  deliveryExpiresAt,
}: MessageInsert): MessageDocument {
  const { id, ...rest } = message
  return {
    ...rest,
    _id: toSortable(id),
    channelId: toSortable(rest.channelId),
    guildId: toSortable(rest.guildId),
    webhookId: toSortable(rest.webhookId),
    outbox: { state: 'pending', ...lease },
    delivery: { result: 'rendered', receivedAt: rest.timestamp, expiresAt: deliveryExpiresAt },
    ...deduplicationFields(deduplication),
    sweepAt: Math.min(deduplication?.until ?? deliveryExpiresAt, deliveryExpiresAt),
  }
}

export function fromDocument(document: MessageDocument): Message {
  const { author, content, embeds, timestamp, source } = document
  return {
    id: fromSortable(document._id),
    channelId: fromSortable(document.channelId),
    guildId: fromSortable(document.guildId),
    webhookId: fromSortable(document.webhookId),
    author,
    content,
    embeds,
    timestamp,
    source,
  }
}
