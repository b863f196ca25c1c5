import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import type mongoose from 'mongoose'
import { deduplicationQueries } from '../deliveries/deduplication-queries.ts'
import type { DeliveryCipher } from '../deliveries/delivery-document.ts'
import type { Message } from './message.ts'
import {
  fromDocument,
  type MessageInsert,
  messageCollection,
  messageProjection,
  notDeleted,
  toDocument,
} from './message-document.ts'

export type MessagePage = { channelId: string; limit: number; before: string | null; after: string | null }

export type MessageStore = ReturnType<typeof messageStore>

export function messageStore(connection: mongoose.Connection, cipher: Pick<DeliveryCipher, 'seal'>) {
  const collection = messageCollection(connection)
  const insert = batchedInsert(collection)

  return {
    ...deduplicationQueries(collection),

    /** Inserts the message, its outbox state, its delivery and its deduplication key as one document. False if the key exists. */
    insert: (inserted: MessageInsert): Promise<boolean> => insert(toDocument(inserted, cipher)),

    /** Newest first; with `after` oldest first, from the message that follows it. */
    async listByChannel({ channelId, limit, before, after }: MessagePage): Promise<Message[]> {
      const range = {
        ...(before !== null && { $lt: toSortable(before) }),
        ...(after !== null && { $gt: toSortable(after) }),
      }
      const found = await collection
        .find(
          {
            channelId: toSortable(channelId),
            ...notDeleted,
            ...(Object.keys(range).length > 0 && { _id: range }),
          },
          { projection: messageProjection },
        )
        .sort({ _id: after === null ? -1 : 1 })
        .limit(limit)
        .toArray()
      return found.map(fromDocument)
    },

    async removeExpiredKeys(now: number): Promise<number> {
      const { modifiedCount } = await collection.updateMany(
        { dedupeUntil: { $lte: now } },
        { $unset: { dedupeKey: '', dedupeUntil: '' } },
      )
      return modifiedCount
    },
  }
}
