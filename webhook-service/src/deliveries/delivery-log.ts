import type mongoose from 'mongoose'
import { messageCollection } from '../messages/message-document.ts'
import { type Delivery, maxDeliveriesPerWebhook, type RecordedRequest } from './delivery.ts'
import { type DeliveryCipher, type DeliveryFields, fromDocument } from './delivery-document.ts'
import { type DeliveryFilter, type DeliveryRange, deliveryQueries } from './delivery-queries.ts'
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

    /** Removes all but the newest deliveries of a webhook. */
    async trim(webhookId: string, max = maxDeliveriesPerWebhook): Promise<void> {
      const ids = await Promise.all(collections.map((each) => each.newestIds(webhookId, max + 1)))
      const newestRemoved = ids
        .flat()
        .sort()
        .at(-(max + 1))
      if (newestRemoved === undefined) return
      await Promise.all(collections.map((each) => each.removeOlder(webhookId, newestRemoved)))
    },

    async removeExpired(now: number): Promise<void> {
      await Promise.all(collections.map((each) => each.removeExpired(now)))
    },
  }
}

function byId(one: DeliveryFields, other: DeliveryFields): number {
  return one._id < other._id ? -1 : 1
}
