import { randomInt } from 'node:crypto'
import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { snowflakeAt, snowflakeEpoch } from '@gatehouse/service-kit/ids/snowflake'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import { insertEach } from '@gatehouse/service-kit/storage/insert-each'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Connection } from 'mongoose'
import { auditCollection, fromDocument, toDocument } from './audit-document.ts'

/** Which records; null asks for all. `before` is a record's id, `since` milliseconds since 1970. */
export type AuditPage = {
  accountId: string | null
  type: string | null
  since: number | null
  before: string | null
  limit: number
}

export type AuditStore = ReturnType<typeof auditStore>

const lowerBits = 2 ** 22
/** So many that a batch takes milliseconds: MongoDB has two seconds for an operation. */
const anonymisedAtOnce = 500
const anonymous = { address: null, clientInfo: null, sessionIdHash: null, detail: {} }

/** The audit log. Records are written once and go by themselves after `keptMs`. */
export function auditStore(connection: Connection, { keptMs }: { keptMs: number }) {
  const collection = auditCollection(connection)
  const insert = insertEach(collection)

  return {
    /** Keeps an act of this service; with a session it stands or falls with that transaction. */
    async add(event: Event, outbox: OutboxState, session?: StoreSession): Promise<void> {
      const document = { ...toDocument(event.id, event, keptMs), outbox }
      if (session) await collection.insertOne(document, { session })
      else if (!(await insert(document))) throw new Error('An id was given twice.')
    },

    /** Keeps acts of one transaction. */
    async addAll(events: Event[], outbox: OutboxState, session: StoreSession): Promise<void> {
      const documents = events.map((event) => ({ ...toDocument(event.id, event, keptMs), outbox }))
      await collection.insertMany(documents, { session })
    },

    /** Keeps an act another service told of. One that was told before is left as it is. */
    async addExternal(event: Event, now: number): Promise<void> {
      const told = event.at?.getTime() ?? now
      const time = Math.min(Math.max(told, snowflakeEpoch), now)
      const add = () =>
        insert({
          ...toDocument(snowflakeAt(time, randomInt(lowerBits)), event, keptMs),
          eventId: event.id,
        })
      // What was refused is there already, or another record has the number that was drawn: then another is drawn.
      while (!(await add())) if (await collection.findOne({ eventId: event.id })) return
    },

    /** eventId; takes out of a record another service told of whatever could tell of the person. */
    async anonymiseTold(eventId: string): Promise<void> {
      await collection.updateOne({ eventId }, { $set: anonymous })
    },

    /**
     * accountId__id; the same for all records of an account, a batch at a time. What happened to which account id stays, and who
     * had it erased.
     */
    async anonymise(accountId: string): Promise<void> {
      const notErasure = { $ne: 'account.erase' }
      for (let after = ''; ; ) {
        const found = await collection
          .find({ accountId, _id: { $gt: after }, type: notErasure }, { projection: { _id: 1 } })
          .sort({ accountId: 1, _id: 1 })
          .limit(anonymisedAtOnce)
          .toArray()
        const ids = found.map(({ _id }) => _id)
        if (ids.length > 0) await collection.updateMany({ _id: { $in: ids } }, { $set: anonymous })
        if (ids.length < anonymisedAtOnce) return
        after = ids.at(-1) ?? ''
      }
    },

    /** Newest first. */
    async list({ accountId, type, since, before, limit }: AuditPage, now: number): Promise<Event[]> {
      const range = {
        ...(since !== null && { $gte: toSortable(snowflakeAt(Math.max(since, snowflakeEpoch))) }),
        ...(before !== null && { $lt: toSortable(before) }),
      }
      const found = await collection
        .find({
          ...(accountId !== null && { accountId }),
          ...(type !== null && { type }),
          ...((since !== null || before !== null) && { _id: range }),
          expiresAt: { $gt: new Date(now) },
        })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray()
      return found.map(fromDocument)
    },
  }
}
