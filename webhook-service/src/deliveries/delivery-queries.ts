import {
  maxLowerBits,
  maxSnowflakeTime,
  snowflakeAt,
  snowflakeEpoch,
} from '@gatehouse/service-kit/ids/snowflake'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type mongoose from 'mongoose'
import type { DeliveryFields } from '../messages/delivery-document.ts'

export type DeliveryFilter = {
  /** The first word of the result. */
  result: string | null
  format: string | null
  event: string | null
}

export type DeliveryRange = {
  webhookId: string
  limit: number
  /** Ids; null for no bound. With `after` oldest first, else newest first. */
  before: string | null
  after: string | null
  /** Milliseconds since 1970, inclusive; null for no bound. */
  since: number | null
  until: number | null
}

export type StoredSize = { id: string; bytes: number }

/** The queries of the delivery log on one collection. The first index of delivery-document.ts serves all by webhook. */
export function deliveryQueries<T extends DeliveryFields>(typed: mongoose.mongo.Collection<T>) {
  // The types of the driver do not resolve the type parameter.
  const collection = typed as unknown as mongoose.mongo.Collection<DeliveryFields>

  return {
    list(
      { webhookId, after, limit, ...bounds }: DeliveryRange,
      { result, format, event }: DeliveryFilter,
      now: number,
    ): Promise<DeliveryFields[]> {
      const range = idRange({ after, ...bounds })
      const query = {
        webhookId: toSortable(webhookId),
        'delivery.expiresAt': { $gt: now },
        ...(Object.keys(range).length > 0 && { _id: range }),
        // `;` follows `:`, so this is the word itself and the word with a subject.
        ...(result && { 'delivery.result': { $gte: result, $lt: `${result};` } }),
        ...(format && { 'source.format': format as DeliveryFields['source']['format'] }),
        ...(event && { 'source.event': event }),
      }
      return collection
        .find(query, { projection: { ...common, ...withoutBody } })
        .sort({ _id: after === null ? -1 : 1 })
        .limit(limit)
        .toArray()
    },

    find(webhookId: string, id: string, now: number): Promise<DeliveryFields | null> {
      const query = {
        _id: toSortable(id),
        webhookId: toSortable(webhookId),
        'delivery.expiresAt': { $gt: now },
      }
      return collection.findOne(query, { projection: { ...common, delivery: 1 } })
    },

    /** The newest deliveries: their ids in stored form, and the bytes of their bodies. Read from the index alone. */
    async newest(webhookId: string, limit: number): Promise<StoredSize[]> {
      const found = await collection
        .find(
          { webhookId: toSortable(webhookId), 'delivery.expiresAt': { $gt: 0 } },
          { projection: { _id: 1, 'delivery.packed.size': 1 } },
        )
        .sort({ _id: -1 })
        .limit(limit)
        .toArray()
      return found.map(({ _id, delivery }) => ({ id: _id, bytes: delivery?.packed?.size ?? 0 }))
    },

    /** Removes the bodies of a delivery and of those before it. */
    async removeBodies(webhookId: string, newestRemoved: string): Promise<void> {
      await collection.updateMany(
        {
          webhookId: toSortable(webhookId),
          _id: { $lte: newestRemoved },
          'delivery.expiresAt': { $gt: 0 },
          'delivery.packed.size': { $gt: 0 },
        },
        { $unset: { 'delivery.packed': '' } },
      )
    },

    /** Keeps the rest of the documents: messages, and keys of deduplication. */
    async removeOlder(webhookId: string, newestRemoved: string): Promise<number> {
      const { modifiedCount } = await collection.updateMany(
        {
          webhookId: toSortable(webhookId),
          _id: { $lte: newestRemoved },
          'delivery.expiresAt': { $gt: 0 },
        },
        { $unset: { delivery: '' } },
      )
      return modifiedCount
    },

    async removeExpired(now: number): Promise<number> {
      const { modifiedCount } = await collection.updateMany(
        { 'delivery.expiresAt': { $lte: now } },
        { $unset: { delivery: '' } },
      )
      return modifiedCount
    },
  }
}

/** An id contains its time. */
function idRange({ before, after, since, until }: Omit<DeliveryRange, 'webhookId' | 'limit'>) {
  return {
    ...(after !== null && { $gt: toSortable(after) }),
    ...(before !== null && { $lt: toSortable(before) }),
    ...(since !== null && { $gte: toSortable(snowflakeAt(within(since))) }),
    ...(until !== null && { $lte: toSortable(snowflakeAt(within(until), maxLowerBits)) }),
  }
}

function within(time: number): number {
  return Math.min(Math.max(time, snowflakeEpoch), maxSnowflakeTime)
}

const common = { webhookId: 1, source: 1, outbox: 1 } as const
const withoutBody = { 'delivery.result': 1, 'delivery.detail': 1, 'delivery.replayOf': 1 } as const
