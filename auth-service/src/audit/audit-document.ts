import type { ClientInfo, Event } from '@gatehouse/proto/gen/events/v1/events'
import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { outboxIndex } from '@gatehouse/service-kit/outbox/outbox-store'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import mongoose from 'mongoose'

type StoredClient = Record<'browser' | 'os' | 'platform', string | null> & {
  location: Record<'city' | 'region' | 'country', string | null> | null
}

export type AuditDocument = {
  /** A padded snowflake of the time of the event, so that records of all services sort by time. */
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
  outbox?: OutboxState
  eventId?: string
}

const collectionName = 'audit'

export function auditModel(connection: mongoose.Connection): mongoose.Model<AuditDocument> {
  const mixed = mongoose.Schema.Types.Mixed
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
      clientInfo: mixed,
      detail: mixed,
      expiresAt: { type: Date, required: true },
      outbox: mixed,
      eventId: String,
    },
    { versionKey: false, collection: collectionName },
  )
  schema.index({ accountId: 1, _id: -1 })
  schema.index({ type: 1, _id: -1 })
  /** Expiry. Lists filter expired records that MongoDB has not removed yet. */
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  schema.index(...outboxIndex)
  /** One record for an event that is delivered twice. */
  schema.index({ eventId: 1 }, { unique: true, partialFilterExpression: { eventId: { $exists: true } } })
  return connection.model<AuditDocument>('Audit', schema)
}

export type AuditCollection = mongoose.mongo.Collection<AuditDocument>

export function auditCollection(connection: mongoose.Connection): AuditCollection {
  return driverCollection<AuditDocument>(connection.collection(collectionName))
}

/** Anybody can cause any number of events without an account, so they are stored for a short time; not those of operators. */
const anonymousTtlMs = 24 * 60 * 60_000

export function toDocument(id: string, event: Event, ttlMs: number): AuditDocument {
  const at = event.at ?? new Date(0)
  const isAnonymous = event.accountId === undefined && (event.address !== undefined || event.outcome !== 'ok')
  return {
    _id: toSortable(id),
    at,
    type: event.type,
    outcome: event.outcome === 'ok' ? 'ok' : 'failed',
    accountId: event.accountId ?? null,
    sessionIdHash: event.sessionIdHash ?? null,
    address: event.address ?? null,
    requestId: event.requestId,
    clientInfo: event.clientInfo ? toStoredClient(event.clientInfo) : null,
    detail: event.detail,
    expiresAt: new Date(at.getTime() + (isAnonymous ? Math.min(ttlMs, anonymousTtlMs) : ttlMs)),
  }
}

export function fromDocument(document: AuditDocument): Event {
  const { at, type, outcome, requestId, detail } = document
  return {
    id: fromSortable(document._id),
    at,
    type,
    outcome,
    requestId,
    detail,
    accountId: document.accountId ?? undefined,
    sessionIdHash: document.sessionIdHash ?? undefined,
    address: document.address ?? undefined,
    clientInfo: document.clientInfo ? fromStoredClient(document.clientInfo) : undefined,
  }
}

function toStoredClient({ browser, os, platform, location }: ClientInfo): StoredClient {
  return {
    browser: browser ?? null,
    os: os ?? null,
    platform: platform ?? null,
    location: location
      ? { city: location.city ?? null, region: location.region ?? null, country: location.country ?? null }
      : null,
  }
}

function fromStoredClient({ browser, os, platform, location }: StoredClient): ClientInfo {
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
