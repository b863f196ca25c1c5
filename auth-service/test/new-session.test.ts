import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type AuthHarness, client, openAuthHarness, password, registration } from './auth-harness.ts'
import { tokenOf } from './fake-upstreams.ts'

const email = 'ann@gatehouse.test'
const attemptId = '00000000-0000-4000-8000-000000000000'

describe('a sign-in whose session nobody gets', () => {
  let stack: AuthHarness
  before(async () => {
    stack = await openAuthHarness()
    await stack.register({ email, password })
  })
  after(() => stack.close())
  beforeEach(() => {
    stack.sessions.attempts.length = 0
    stack.sessions.endedAttempts.length = 0
    stack.sessions.beforeCreate = async () => {}
    stack.sessions.beforeEndAttempt = async () => {}
  })

  const requests = {
    'a sign-in': () => (options?: object) => stack.auth.login({ client, email, password }, options),
    'a registration': () => (options?: object) =>
      stack.auth.register(registration({ email: `${Math.random()}@gatehouse.test` }), options),
  }
  const orphaned = () => stack.logged.lines.filter(({ event }) => event === 'session.orphaned').length

  for (const [what, open] of Object.entries(requests)) {
    it(`belongs to the attempt of the caller, or to one of its own (${what})`, async () => {
      const send = open()
      await send({ attemptId })
      await send()
      await send()
      const [given, ...own] = stack.sessions.attempts
      expect(given).to.equal(attemptId)
      expect(new Set(own).size).to.equal(2)
      for (const id of own) expect(id).to.match(/^[\w-]{36}$/)
      expect(stack.sessions.endedAttempts).to.deep.equal([])
    })

    it(`ends with its attempt if the creation failed (${what})`, async () => {
      stack.sessions.beforeCreate = async () => {
        throw new ServiceError('SERVICE_UNAVAILABLE')
      }
      expect((await rejected(open()({ attemptId }))).code).to.equal('SERVICE_UNAVAILABLE')
      await until(async () => expect(stack.sessions.endedAttempts).to.deep.equal([attemptId]))
    })

    it(`ends with its attempt if the caller left during the creation (${what})`, async () => {
      const caller = new AbortController()
      const created = Promise.withResolvers<void>()
      stack.sessions.beforeCreate = async () => {
        caller.abort()
        await created.promise
      }
      await rejected(open()({ attemptId, signal: caller.signal }))
      await until(async () => expect(stack.sessions.endedAttempts).to.deep.equal([attemptId]))
      created.resolve()
    })
  }

  it('ends with its attempt if the creation took too long', async () => {
    const replica = await stack.replica({}, { deadlines: { upstreamMs: 100 } })
    const released = Promise.withResolvers<void>()
    try {
      stack.sessions.beforeCreate = () => released.promise
      const failure = await rejected(replica.auth.login({ client, email, password }, { attemptId }))
      expect(failure.code).to.equal('UPSTREAM_TIMEOUT')
      await until(async () => expect(stack.sessions.endedAttempts).to.deep.equal([attemptId]))
    } finally {
      released.resolve()
      await replica.close()
    }
  })

  it('ends at the third try, also while the process stops', async () => {
    const replica = await stack.replica({}, { backgroundCalls: { pauseMs: 3_600_000 } })
    let tries = 0
    stack.sessions.beforeCreate = async () => {
      throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    stack.sessions.beforeEndAttempt = async () => {
      tries += 1
      if (tries < 3) throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    const before = orphaned()
    await rejected(replica.auth.login({ client, email, password }, { attemptId }))
    await replica.close()
    expect([tries, orphaned() - before]).to.deep.equal([3, 0])
    expect(stack.sessions.endedAttempts).to.deep.equal([attemptId])
  })

  it('is logged when three tries failed', async () => {
    let tries = 0
    stack.sessions.beforeCreate = async () => {
      throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    stack.sessions.beforeEndAttempt = async () => {
      tries += 1
      throw new ServiceError('SERVICE_UNAVAILABLE')
    }
    const before = orphaned()
    await rejected(stack.auth.login({ client, email, password }))
    await until(() => orphaned() === before + 1)
    await pause(20)
    expect([tries, orphaned() - before]).to.deep.equal([3, 1])
  })

  it('ends alone when a repeated registration continues its attempt', async () => {
    const request = { ...registration({ email: 'twice@gatehouse.test' }), idempotencyKey: 'a'.repeat(32) }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => stack.auth.register(request, { attemptId })),
    )
    const accounts = new Set(responses.map(({ signedIn }) => signedIn?.accountId))
    expect(accounts.size).to.equal(1)
    expect(stack.sessions.endedAttempts).to.deep.equal([])
    const [accountId = ''] = accounts
    expect(stack.sessions.revokedTokens).not.to.include(tokenOf(accountId))
  })
})
