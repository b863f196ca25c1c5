import { randomInt } from 'node:crypto'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { snowflakeAt, snowflakeEpoch } from '@gatehouse/service-kit/ids/snowflake'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import { batchedInsert } from '@gatehouse/service-kit/storage/batched-insert'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Connection } from 'mongoose'
import { auditCollection, fromDocument, toDocument } from './audit-document.ts'

/** null does not filter. `before` and `after` are record ids, `since` is in milliseconds since 1970. */
export type AuditPage = {
  accountId: string | null
  type: string | null
  since: number | null
  before: string | null
  after: string | null
  limit: number
}

export type AuditStore = ReturnType<typeof auditStore>

const lowerBits = 2 ** 22
/** A batch takes milliseconds; operations of MongoDB time out after two seconds. */
const anonymiseBatchSize = 500
const anonymous = { address: null, clientInfo: null, sessionIdHash: null, detail: {} }

export function auditStore(connection: Connection, { ttlMs }: { ttlMs: number }) {
  const collection = auditCollection(connection)
  const insert = batchedInsert(collection)

  return {
    async add(event: Event, outbox: OutboxState, transaction?: StoreSession): Promise<void> {
      const document = { ...toDocument(event.id, event, ttlMs), outbox }
      if (transaction) await collection.insertOne(document, { session: transaction })
      else if (!(await insert(document))) throw new Error('Duplicate id of an audit record.')
    },

    async addAll(events: Event[], outbox: OutboxState, transaction: StoreSession): Promise<void> {
      const documents = events.map((event) => ({ ...toDocument(event.id, event, ttlMs), outbox }))
      await collection.insertMany(documents, { session: transaction })
    },

    /** Made by or of an event of another service. Returns the id of its record; null if it is stored already. */
    async addExternal(event: Event, now: number, outbox?: OutboxState): Promise<string | null> {
      const eventTime = event.at?.getTime() ?? now
      const time = Math.min(Math.max(eventTime, snowflakeEpoch), now)
      for (;;) {
        const id = snowflakeAt(time, randomInt(lowerBits))
        const document = { ...toDocument(id, event, ttlMs), eventId: event.id }
        if (await insert(outbox ? { ...document, outbox } : document)) return id
        // The event is stored already, or the drawn id is in use; then another is drawn.
        if (await collection.findOne({ eventId: event.id })) return null
      }
    },

    /** Uses the index `eventId`. */
    async anonymiseExternal(eventId: string): Promise<void> {
      await collection.updateOne({ eventId }, { $set: anonymous })
    },

    /** Type, time, account id and the erasure record stay. Uses the index `accountId__id`. */
    async anonymise(accountId: string): Promise<void> {
      const notErasure = { $ne: 'account.erase' }
      for (let after = ''; ; ) {
        const found = await collection
          .find({ accountId, _id: { $gt: after }, type: notErasure }, { projection: { _id: 1 } })
          .sort({ accountId: 1, _id: 1 })
          .limit(anonymiseBatchSize)
          .toArray()
        const ids = found.map(({ _id }) => _id)
        if (ids.length > 0) await collection.updateMany({ _id: { $in: ids } }, { $set: anonymous })
        if (ids.length < anonymiseBatchSize) return
        after = ids.at(-1) ?? ''
      }
    },

    /** Newest first; with `after` oldest first, from the record that follows it. */
    async list({ accountId, type, since, before, after, limit }: AuditPage, now: number): Promise<Event[]> {
      const range = {
        ...(since !== null && { $gte: toSortable(snowflakeAt(Math.max(since, snowflakeEpoch))) }),
        ...(before !== null && { $lt: toSortable(before) }),
        ...(after !== null && { $gt: toSortable(after) }),
      }
      const found = await collection
        .find({
          ...(accountId !== null && { accountId }),
          ...(type !== null && { type }),
          ...(Object.keys(range).length > 0 && { _id: range }),
          expiresAt: { $gt: new Date(now) },
        })
        .sort({ _id: after === null ? -1 : 1 })
        .limit(limit)
        .toArray()
      return found.map(fromDocument)
    },
  }
}
