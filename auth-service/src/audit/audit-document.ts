import type { ClientInfo, Event } from '@gatehouse/proto/gen/events/v1/events'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { outboxIndex } from '@gatehouse/service-kit/outbox/outbox-store'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import mongoose from 'mongoose'

/** A client as it is kept; null where it cannot be told. */
type StoredClient = Record<'browser' | 'os' | 'platform', string | null> & {
  location: Record<'city' | 'region' | 'country', string | null> | null
}

/** How a record of the audit log lies in MongoDB. */
export type AuditDocument = {
  /** A snowflake of the time of the act, padded: records sort by when things happened, whoever told of them. */
  _id: string
  at: Date
  type: string
  outcome: 'ok' | 'failed'
  accountId: string | null
  sessionIdHash: string | null
  address: string | null
  requestId: string
  clientInfo: StoredClient | null
  detail: Record<string, string>
  expiresAt: Date
  /** Of acts of this service: whether others were told. */
  outbox?: OutboxState
  /** Of acts of other services: which one, and the id it told it under. */
  eventId?: string
}

const collectionName = 'audit'

/** The collection of the audit log on a connection. Its indexes are created by migrate.ts alone. */
export function auditModel(connection: mongoose.Connection): mongoose.Model<AuditDocument> {
  const anything = mongoose.Schema.Types.Mixed
  const schema = new mongoose.Schema<AuditDocument>(
    {
      _id: String,
      at: { type: Date, required: true },
      type: { type: String, required: true },
      outcome: { type: String, required: true },
      accountId: String,
      sessionIdHash: String,
      address: String,
      requestId: String,
      clientInfo: anything,
      detail: anything,
      expiresAt: { type: Date, required: true },
      outbox: anything,
      eventId: String,
    },
    { versionKey: false, collection: collectionName },
  )
  /** Serve the lists, newest first: of an account, and of operators by type. */
  schema.index({ accountId: 1, _id: -1 })
  schema.index({ type: 1, _id: -1 })
  /** Cleans up; what is over is not shown meanwhile. */
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  schema.index(...outboxIndex)
  /** Keeps an act that is told twice one record. */
  schema.index({ eventId: 1 }, { unique: true, partialFilterExpression: { eventId: { $exists: true } } })
  return connection.model<AuditDocument>('Audit', schema)
}

export type AuditCollection = mongoose.mongo.Collection<AuditDocument>

/** The driver's collection: every sign-in writes here, and mongoose would only copy what is typed already. It types its own otherwise, hence the cast. */
export function auditCollection(connection: mongoose.Connection): AuditCollection {
  return connection.collection(collectionName) as unknown as AuditCollection
}

/** Anybody can make refusals that belong to no account, and as many as they like: those must not fill the store for months. */
const refusalOfNobodyMs = 24 * 60 * 60_000

/** An act as it is kept, under the id it has here. */
export function toDocument(id: string, event: Event, keptMs: number): AuditDocument {
  const at = event.at ?? new Date(0)
  const isOfNobody = event.accountId === undefined && event.outcome !== 'ok'
  return {
    _id: toSortable(id),
    at,
    type: event.type,
    outcome: event.outcome === 'ok' ? 'ok' : 'failed',
    accountId: event.accountId ?? null,
    sessionIdHash: event.sessionIdHash ?? null,
    address: event.address ?? null,
    requestId: event.requestId,
    clientInfo: event.clientInfo ? storedClient(event.clientInfo) : null,
    detail: event.detail,
    expiresAt: new Date(at.getTime() + (isOfNobody ? Math.min(keptMs, refusalOfNobodyMs) : keptMs)),
  }
}

/** The act of a record, under its id here. */
export function fromDocument(document: AuditDocument): Event {
  const { at, type, outcome, requestId, detail } = document
  return {
    ...{ id: fromSortable(document._id), at, type, outcome, requestId, detail },
    accountId: document.accountId ?? undefined,
    sessionIdHash: document.sessionIdHash ?? undefined,
    address: document.address ?? undefined,
    clientInfo: document.clientInfo ? clientInfo(document.clientInfo) : undefined,
  }
}

function storedClient({ browser, os, platform, location }: ClientInfo): StoredClient {
  return {
    browser: browser ?? null,
    os: os ?? null,
    platform: platform ?? null,
    location: location
      ? { city: location.city ?? null, region: location.region ?? null, country: location.country ?? null }
      : null,
  }
}

function clientInfo({ browser, os, platform, location }: StoredClient): ClientInfo {
  return {
    browser: browser ?? undefined,
    os: os ?? undefined,
    platform: platform ?? undefined,
    location: location
      ? {
          city: location.city ?? undefined,
          region: location.region ?? undefined,
          country: location.country ?? undefined,
        }
      : undefined,
  }
}
