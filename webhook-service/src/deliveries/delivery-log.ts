import type mongoose from 'mongoose'
import {
  type Delivery,
  maxBodyBytesPerWebhook,
  maxDeliveriesPerWebhook,
  type RecordedRequest,
} from '../messages/delivery.ts'
import { type DeliveryCipher, type DeliveryFields, fromDocument } from '../messages/delivery-document.ts'
import { messageCollection } from '../messages/message-document.ts'
import {
  type DeliveryFilter,
  type DeliveryRange,
  deliveryQueries,
  type StoredSize,
} from './delivery-queries.ts'
import { unpostedExecutionCollection } from './unposted-execution-store.ts'

export type DeliveryLog = ReturnType<typeof deliveryLog>

/** Deliveries are parts of the documents of messages and of unposted executions. */
export function deliveryLog(connection: mongoose.Connection, cipher: Pick<DeliveryCipher, 'openRequest'>) {
  const collections = [
    deliveryQueries(messageCollection(connection)),
    deliveryQueries(unpostedExecutionCollection(connection)),
  ]

  async function findDocument(webhookId: string, id: string, now: number): Promise<DeliveryFields | null> {
    const found = await Promise.all(collections.map((each) => each.find(webhookId, id, now)))
    return found.find((document) => document !== null) ?? null
  }

  return {
    async list(range: DeliveryRange, filter: DeliveryFilter, now: number): Promise<Delivery[]> {
      const found = await Promise.all(collections.map((each) => each.list(range, filter, now)))
      const oldestFirst = found.flat().sort(byId)
      const ordered = range.after === null ? oldestFirst.reverse() : oldestFirst
      return ordered.slice(0, range.limit).map(fromDocument)
    },

    async find(
      webhookId: string,
      id: string,
      now: number,
    ): Promise<{ delivery: Delivery; request: RecordedRequest } | null> {
      const document = await findDocument(webhookId, id, now)
      return document && { delivery: fromDocument(document), request: cipher.openRequest(document) }
    },

    /** Removes all but the newest deliveries of a webhook, and all but the newest bodies within a number of bytes. */
    async trim(
      webhookId: string,
      { max = maxDeliveriesPerWebhook, maxBytes = maxBodyBytesPerWebhook } = {},
    ): Promise<void> {
      const found = await Promise.all(collections.map((each) => each.newest(webhookId, max + 1)))
      const newestFirst = found.flat().sort((one, other) => (one.id < other.id ? 1 : -1))
      const newestRemoved = newestFirst[max]?.id
      if (newestRemoved !== undefined)
        await Promise.all(collections.map((each) => each.removeOlder(webhookId, newestRemoved)))
      const withoutBody = firstBeyond(newestFirst, maxBytes)
      if (withoutBody !== undefined)
        await Promise.all(collections.map((each) => each.removeBodies(webhookId, withoutBody)))
    },

    async removeExpired(now: number): Promise<void> {
      await Promise.all(collections.map((each) => each.removeExpired(now)))
    },
  }
}

function firstBeyond(newestFirst: StoredSize[], maxBytes: number): string | undefined {
  let sum = 0
  return newestFirst.find(({ bytes }) => {
    sum += bytes
    return sum > maxBytes
  })?.id
}

function byId(one: DeliveryFields, other: DeliveryFields): number {
  return one._id < other._id ? -1 : 1
}
