import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import { type OutboxStore, outboxStore } from '@gatehouse/service-kit/outbox/outbox-store'
import type { Connection } from 'mongoose'
import { auditCollection, fromDocument } from './audit-document.ts'

export function auditOutbox(connection: Connection): OutboxStore {
  return outboxStore(auditCollection(connection), (document) => eventStreamFields(fromDocument(document)))
}

export function eventStreamFields(event: Event): string[] {
  const { id, type, accountId } = event
  return eventFields({ id, type, accountId, json: eventJson(event) })
}
