import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields, eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { type OutboxStore, outboxStore } from '@gatehouse/service-kit/outbox/outbox-store'
import { type OutboxStream, outboxStream } from '@gatehouse/service-kit/outbox/outbox-stream'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Connection } from 'mongoose'
import { auditCollection, fromDocument } from './audit-document.ts'

export function auditStream(
  redis: RedisClient,
  { prefix, maxLength }: { prefix: string; maxLength: number },
): OutboxStream {
  return outboxStream(redis, { key: eventStreamKey(prefix, 'auth'), maxLength })
}

export function auditOutbox(connection: Connection): OutboxStore {
  return outboxStore(auditCollection(connection), (document) => eventStreamFields(fromDocument(document)))
}

export function eventStreamFields(event: Event): string[] {
  const { id, type, accountId } = event
  return eventFields({ id, type, accountId, json: eventJson(event) })
}
