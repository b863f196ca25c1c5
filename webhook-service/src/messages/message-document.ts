import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { outboxIndex, unreadableIndex } from '@gatehouse/service-kit/outbox/outbox-store'
import type { OutboxState, PublicationLease } from '@gatehouse/service-kit/outbox/publication'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import mongoose from 'mongoose'
import {
  addDeduplicationIndex,
  type Deduplication,
  type DeduplicationFields,
  deduplicationFields,
} from './deduplication-queries.ts'
import {
  addDeliveryIndexes,
  type DeliveryCipher,
  type DeliveryPart,
  type DeliveryRecord,
} from './delivery-document.ts'
import type { Message } from './message.ts'

export type MessageInsert = {
  message: Message
  lease: PublicationLease
  delivery: DeliveryRecord
  deduplication: Deduplication | null
}

export type MessageChange = 'updated' | 'deleted'

/** The message, its outbox state, and until they expire its deduplication key and the record of its execution. */
export type MessageDocument = Omit<Message, 'id'> &
  DeduplicationFields & {
    _id: string
    outbox: OutboxState
    delivery?: DeliveryPart
    /** The last change; absent for a new message. */
    change?: MessageChange
    /** Of a deleted message: when its document is removed, after its deduplication key has expired. */
    purgeAt?: Date
  }

const collectionName = 'messages'

/** Partial indexes contain only the documents that deduplicate, wait to be published, or have a part that expires. */
export function messageModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema({}, { versionKey: false, collection: collectionName })
  schema.index({ channelId: 1, _id: -1 })
  // An unpublished deletion must not be removed.
  schema.index(
    { purgeAt: 1 },
    {
      expireAfterSeconds: 0,
      partialFilterExpression: { purgeAt: { $exists: true }, 'outbox.state': 'published' },
    },
  )
  addDeduplicationIndex(schema)
  addDeliveryIndexes(schema)
  schema.index(...outboxIndex)
  schema.index(...unreadableIndex)
  schema.index({ dedupeUntil: 1 }, { partialFilterExpression: { dedupeUntil: { $exists: true } } })
  return connection.model('Message', schema)
}

export const notDeleted = { purgeAt: { $exists: false } } as const

export type MessageCollection = mongoose.mongo.Collection<MessageDocument>

export function messageCollection(connection: mongoose.Connection): MessageCollection {
  return driverCollection<MessageDocument>(connection.collection(collectionName))
}

export async function toDocument(
  { message, lease, delivery, deduplication }: MessageInsert,
  cipher: Pick<DeliveryCipher, 'seal'>,
): Promise<MessageDocument> {
  const { id, ...rest } = message
  return {
    ...rest,
    _id: toSortable(id),
    channelId: toSortable(rest.channelId),
    guildId: toSortable(rest.guildId),
    webhookId: toSortable(rest.webhookId),
    outbox: { state: 'pending', ...lease },
    delivery: await cipher.seal(id, delivery),
    ...deduplicationFields(deduplication),
  }
}

/** The fields of a message. The other parts of its document can be large. */
export const messageProjection = { delivery: 0 } as const

export function fromDocument(document: MessageDocument): Message {
  const { author, content, embeds, timestamp, editedTimestamp, mentions, source } = document
  return {
    id: fromSortable(document._id),
    channelId: fromSortable(document.channelId),
    guildId: fromSortable(document.guildId),
    webhookId: fromSortable(document.webhookId),
    author,
    content,
    embeds,
    timestamp,
    ...(editedTimestamp !== undefined && { editedTimestamp }),
    ...(mentions && { mentions }),
    source,
  }
}
