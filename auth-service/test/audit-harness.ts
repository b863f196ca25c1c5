import { setTimeout as pause } from 'node:timers/promises'
import type { ListAuditRequest } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { Redis } from 'ioredis'
import { type AuthHarness, openAuthHarness, password } from './auth-harness.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
export const client: Client = {
  address: '2001:db8::7',
  userAgent: firefox,
  location: { city: 'Graz', region: undefined, country: 'AT' },
}
const email = 'ann@gatehouse.test'
export const day = 86_400_000

/** An auth-service with one account for the tests of one `describe`, and access to its audit log and event streams. */
export function useAuditLog() {
  let stack: AuthHarness
  let redis: Redis
  let ann: string
  before(async () => {
    stack = await openAuthHarness()
    redis = new Redis(stack.store.redisUrl)
    ann = await stack.register({ email, password })
  })
  after(async () => {
    redis.disconnect()
    await stack.close()
  })
  beforeEach(() => stack.clock.advance(1))

  const key = (service: string) => `${stack.store.redisPrefix}events:${service}`
  const all = (which: Partial<ListAuditRequest> = {}) =>
    stack.admin.listAudit({ pageSize: 0, pageToken: '', since: undefined, ...which })

  const published = async () => {
    const entries = await redis.xrange(key('auth'), '-', '+')
    return entries.map(([, fields]) => {
      const pairs = fields.map((_, index) => [fields[index * 2], fields[index * 2 + 1]])
      return Object.fromEntries(pairs.slice(0, fields.length / 2)) as Record<string, string>
    })
  }

  return {
    stack: () => stack,
    redis: () => redis,
    ann: () => ann,
    key,
    all,
    published,
    login: (fields = {}, requestId = 'request-1') =>
      stack.auth.login({ client, email, password, ...fields }, { requestId }),
    newest: async (which: Partial<ListAuditRequest> = {}) => (await all(which)).records[0],
    /** The entry of this event in the stream, once it is there. */
    async untilPublished(id: string): Promise<Record<string, string>> {
      for (;;) {
        const found = (await published()).find((entry) => entry.id === id)
        if (found) return found
        await pause(5)
      }
    },
  }
}
