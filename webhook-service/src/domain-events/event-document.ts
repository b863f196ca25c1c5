import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson, readEventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import { toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { outboxIndex } from '@gatehouse/service-kit/outbox/outbox-store'
import type { OutboxState } from '@gatehouse/service-kit/outbox/publication'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import mongoose from 'mongoose'

export type EventDocument = { _id: string; json: string; outbox: OutboxState; expiresAt: Date }

const collectionName = 'events'

/** The TTL index removes published events only. */
export function eventModel(connection: mongoose.Connection) {
  const schema = new mongoose.Schema({}, { versionKey: false, collection: collectionName })
  schema.index(...outboxIndex)
  schema.index(
    { expiresAt: 1 },
    { expireAfterSeconds: 0, partialFilterExpression: { 'outbox.state': 'published' } },
  )
  return connection.model('Event', schema)
}

export type EventCollection = mongoose.mongo.Collection<EventDocument>

export function eventCollection(connection: mongoose.Connection): EventCollection {
  return driverCollection<EventDocument>(connection.collection(collectionName))
}

export function toDocument(event: Event, expiresAt: number): EventDocument {
  return {
    _id: toSortable(event.id),
    json: eventJson(event),
    outbox: { state: 'pending', owner: '', leaseUntil: 0 },
    expiresAt: new Date(expiresAt),
  }
}

export function streamFields({ json }: EventDocument): string[] {
  const event = readEventJson(json)
  if (!event) throw new Error('a stored event is not an event')
  return eventFields({ id: event.id, type: event.type, accountId: event.accountId, json })
}
