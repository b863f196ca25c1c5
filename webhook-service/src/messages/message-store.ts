import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import { pageWithin } from '@gatehouse/service-kit/storage/page-within'
import type mongoose from 'mongoose'
import { deduplicationQueries } from './deduplication-queries.ts'
import type { DeliveryCipher } from './delivery-document.ts'
import type { Message } from './message.ts'
import {
  fromDocument,
  type MessageInsert,
  messageCollection,
  messageProjection,
  notDeleted,
  toDocument,
} from './message-document.ts'

export type MessagePage = { channelId: string; size: number; before: string | null; after: string | null }

/** Of the documents in a page. A message has at most 64 KiB. */
const maxPageBytes = 1024 * 1024
/** So that a page of large messages does not read many more than it has. */
const batchSize = 20

export type MessageStore = ReturnType<typeof messageStore>

export function messageStore(connection: mongoose.Connection, cipher: Pick<DeliveryCipher, 'seal'>) {
  const collection = messageCollection(connection)
  const insert = batchedInsert(collection)

  return {
    ...deduplicationQueries(collection),

    /** Inserts the message, its outbox state, its delivery and its deduplication key as one document. False if the key exists. */
    insert: async (inserted: MessageInsert): Promise<boolean> => insert(await toDocument(inserted, cipher)),

    /** Newest first; with `after` oldest first, from the message that follows it. A page ends at 1 MiB too. */
    async listByChannel({
      channelId,
      size,
      before,
      after,
    }: MessagePage): Promise<{ found: Message[]; hasMore: boolean }> {
      const range = {
        ...(before !== null && { $lt: toSortable(before) }),
        ...(after !== null && { $gt: toSortable(after) }),
      }
      const cursor = collection
        .find(
          {
            channelId: toSortable(channelId),
            ...notDeleted,
            ...(Object.keys(range).length > 0 && { _id: range }),
          },
          { projection: messageProjection },
        )
        .sort({ _id: after === null ? -1 : 1 })
        .limit(size + 1)
        .batchSize(batchSize)
      const { found, hasMore } = await pageWithin(cursor, { size, maxBytes: maxPageBytes })
      return { found: found.map(fromDocument), hasMore }
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
