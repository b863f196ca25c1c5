import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { eventJson } from '@gatehouse/service-kit/events/event-json'
import { eventFields } from '@gatehouse/service-kit/events/event-stream'
import type { OpenedRedis } from '@gatehouse/service-kit/storage/redis'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import type { AuthHarness } from './auth-harness.ts'

/** Publishes events as session-service does. */
export function useSessionEvents(own: { stack: AuthHarness; id: string }) {
  let opened: OpenedRedis
  let events = 0
  before(async () => {
    opened = await openTestRedis(own.stack.store.redisUrl)
  })
  after(() => opened.close())

  /** Of the own account; returns its id once it is in the audit log. */
  return async (fields: Pick<Event, 'type'> & Partial<Event>): Promise<string> => {
    events += 1
    const event: Event = {
      id: `${fields.type}-${events}`,
      at: new Date(own.stack.clock.now()),
      outcome: 'ok',
      requestId: 'r',
      accountId: own.id,
      detail: {},
      ...fields,
    }
    const key = `${own.stack.store.redisPrefix}events:sessions`
    await opened.redis.xadd(key, '*', ...eventFields({ ...event, json: eventJson(event) }))
    await until(async () => {
      expect(await own.stack.audit.countDocuments({ eventId: `sessions:${event.id}` })).to.equal(1)
    })
    return event.id
  }
}
