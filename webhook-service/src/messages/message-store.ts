import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import type mongoose from 'mongoose'
import { deduplicationQueries } from '../deliveries/deduplication-queries.ts'
import { messageJson } from './message.ts'
import { fromDocument, type MessageInsert, messageCollection, toDocument } from './message-document.ts'

export type MessagePage = { channelId: string; limit: number; before: string; after: string }

export type MessageStore = ReturnType<typeof messageStore>

export function messageStore(connection: mongoose.Connection) {
  const collection = messageCollection(connection)
  const insert = batchedInsert(collection)

  return {
    ...deduplicationQueries(collection),

    /** Inserts the message, its outbox state and its deduplication key as one document. False if the key exists. */
    insert: (message: MessageInsert): Promise<boolean> => insert(toDocument(message)),

    /** As JSON, newest first. With `after` alone: the messages that directly follow it. */
    async listByChannel({ channelId, limit, before, after }: MessagePage): Promise<string[]> {
      const range = { ...(before && { $lt: toSortable(before) }), ...(after && { $gt: toSortable(after) }) }
      const isForwards = after !== '' && before === ''
      const found = await collection
        .find({ channelId: toSortable(channelId), ...((before || after) && { _id: range }) })
        .sort({ _id: isForwards ? 1 : -1 })
        .limit(limit)
        .toArray()
      const newestFirst = isForwards ? found.reverse() : found
      return newestFirst.map((document) => messageJson(fromDocument(document)))
    },

    async sweep(now: number): Promise<number> {
      const { modifiedCount } = await collection.updateMany(
        { dedupeUntil: { $lte: now } },
        { $unset: { dedupeKey: '', dedupeUntil: '' } },
      )
      return modifiedCount
    },
  }
}
