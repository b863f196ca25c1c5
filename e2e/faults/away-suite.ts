import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { expect } from 'chai'
import { type FaultStack, type TimedStatus, without } from './fault-stack.ts'

type Endpoint = 'document' | 'session' | 'login' | 'execute'

/** What each process is needed for; everything else must work without it. */
const neededFor: Record<string, Endpoint[]> = {
  'auth-service': ['login'],
  'session-service': ['session', 'login'],
  'webhook-service': ['execute'],
}
const neededStores: Record<string, Endpoint[]> = {
  mongodb: ['login', 'execute'],
  redis: ['session', 'login'],
}
const awayMs = 10_000
/** The gateway's own deadline for each, and a second for the network under load; for a session one more in `lastSaid`. */
const answeredWithinMs: Record<Endpoint, number> = {
  document: 1_000,
  session: 4_000,
  login: 6_000,
  execute: 10_000,
}

export function awaySuite(stack: FaultStack): void {
  describe('when a part of the stack is unavailable', () => {
    for (const [part, endpoints] of Object.entries(neededFor)) {
      it(`fails only what needs it, and recovers: ${part}`, async () => {
        await stack.stack().kill(part)
        await assertClosed(endpoints)
        await stack.stack().restart(part)
        await stack.recovered()
      })
    }

    for (const [store, endpoints] of Object.entries(neededStores)) {
      it(`survives ten seconds without a store, with every process alive: ${store}`, async () => {
        const before = stack.stack().pids()
        await stack.stack().kill(store)
        const backAt = performance.now() + awayMs
        while (performance.now() < backAt) {
          await assertClosed(endpoints)
          await pause(250)
        }
        await stack.stack().restart(store)
        await stack.recovered()
        const { [store]: _restarted, ...others } = stack.stack().pids()
        expect(before).to.include(others)
      })
    }

    it('survives services that hang', async () => {
      await assertRejectedWhileHanging(neededFor, [503, 504])
    })

    it('survives stores that hang', async () => {
      await assertRejectedWhileHanging(neededStores, [503])
    })

    it('publishes executions that Redis missed when it returns', async () => {
      await stack.stack().kill('redis')
      const ids = Array.from({ length: 20 }, (_, index) => `without-redis-${index}`)
      const responses = await Promise.all(ids.map((id) => stack.post(id)))
      expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([204]))
      await stack.stack().restart('redis')
      await stack.recovered()
      expect(await stack.readable()).to.include.members(ids)
      await until(async () => expect(without(ids, await stack.published())).to.deep.equal([]), {
        everyMs: 250,
      })
    })

    /** Suspends these processes, and resumes them when every request that needs them was rejected. */
    async function assertRejectedWhileHanging(
      parts: Record<string, Endpoint[]>,
      statuses: number[],
    ): Promise<void> {
      const pids = Object.entries(stack.stack().pids()).filter(([name]) => Object.hasOwn(parts, name))
      expect(pids).to.have.length(Object.keys(parts).length)
      for (const [, pid] of pids) process.kill(pid, 'SIGSTOP')
      try {
        const endpoints = [...new Set(Object.values(parts).flat())]
        await Promise.all(endpoints.map((endpoint) => assertRejected(endpoint, statuses)))
      } finally {
        for (const [, pid] of pids) process.kill(pid, 'SIGCONT')
      }
      await stack.recovered()
    }

    /** These endpoints are rejected in time with Retry-After; all others work. */
    async function assertClosed(endpoints: Endpoint[]): Promise<void> {
      const all = Object.keys(stack.endpoints) as Endpoint[]
      await Promise.all(
        all.map((endpoint) =>
          endpoints.includes(endpoint) ? assertRejected(endpoint, [503]) : assertOpen(endpoint),
        ),
      )
    }

    async function assertRejected(endpoint: Endpoint, statuses: number[]): Promise<void> {
      const response = await withinMs(answeredWithinMs[endpoint], () => lastSaid(endpoint))
      expect(response.status, describeAnswer(endpoint, response)).to.be.oneOf(statuses)
      if (response.status === 503)
        expect(response.retryAfter, describeAnswer(endpoint, response)).to.match(/^[1-9]\d*$/)
    }

    /** A gateway may answer from its session cache for a second after its stream is silent (docs/decisions/0007-gateway-caches-sessions.md). */
    async function lastSaid(endpoint: Endpoint): Promise<TimedStatus> {
      const from = performance.now()
      let response = await stack.endpoints[endpoint]()
      while (endpoint === 'session' && response.status === 200 && performance.now() - from < 1000) {
        response = await stack.endpoints[endpoint]()
      }
      return response
    }

    async function assertOpen(endpoint: Endpoint): Promise<void> {
      const response = await stack.endpoints[endpoint]()
      expect(response.status, describeAnswer(endpoint, response)).to.be.oneOf([200, 204])
    }
  })
}

function describeAnswer(endpoint: Endpoint, response: TimedStatus): string {
  return `${endpoint} ${JSON.stringify(response)}`
}
