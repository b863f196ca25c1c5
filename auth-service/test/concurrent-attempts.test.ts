import { passwordAttempts } from '@gatehouse/auth-service/throttle/password-attempts'
import { toGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testDeadlineMs } from '@gatehouse/service-kit/testing/test-client'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { expect } from 'chai'
import { password } from './auth-harness.ts'
import { longDeadlines } from './long-deadlines.ts'
import { minute, openThrottleHarness, second, type ThrottleHarness, wrong } from './throttle-harness.ts'

/** On a busy machine, attempts wait for each other for longer than in production. */
const patient = { deadlines: { ...longDeadlines, attemptWaitMs: testDeadlineMs } }

describe('throttle of concurrent password attempts', () => {
  let throttled: ThrottleHarness
  before(async () => {
    throttled = await openThrottleHarness()
  })
  after(() => throttled.close())

  it('counts concurrent attempts before it checks any', async () => {
    const { codeOf, someone, newEmail } = throttled
    /** Again while a busy machine delays Redis beyond the timeout of its commands, which is 503. */
    const fiftyCodes = async (emailOf: () => string | Promise<string>) => {
      for (;;) {
        const email = await emailOf()
        const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email })))
        if (!codes.includes('SERVICE_UNAVAILABLE')) return codes.toSorted()
      }
    }
    const known = await fiftyCodes(async () => (await someone()).email)
    const of = (code: string, count: number) => Array.from({ length: count }, () => code)
    expect(known).to.deep.equal([...of('INVALID_FORM_BODY', 5), ...of('RATE_LIMITED', 45)])
    expect(await fiftyCodes(newEmail)).to.deep.equal(known)
  })

  it('is shared by processes and survives their restarts', async () => {
    const { stack, newAddress, clientAt, someone } = throttled
    const { email } = await someone()
    const replicas = [stack, await stack.replica(), await stack.replica()]
    const client = clientAt(newAddress())
    const tried = Array.from({ length: 30 }, (_, count) =>
      rejected((replicas[count % 3] ?? stack).auth.login({ client, email, password: wrong })),
    )
    const codes = (await Promise.all(tried)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'INVALID_FORM_BODY')).to.have.length(5)
    for (const replica of replicas.slice(1)) await replica.close()
    const restarted = await stack.replica()
    expect((await rejected(restarted.auth.login({ client, email, password }))).code).to.equal('RATE_LIMITED')
    await restarted.close()
  })

  it('refunds an attempt whose password was not checked', async () => {
    const { attempts, newAddress, rejection, someone, fail } = throttled
    const { email } = await someone()
    const take = async () => {
      const taken = await attempts.take(email, { clientAddress: newAddress() })
      if (taken.outcome !== 'taken') throw new Error('Expected a try.')
      return taken
    }
    for (let count = 0; count < 7; count++) await attempts.end(email, await take(), 'refunded')
    await fail(4, { email })
    const last = await take()
    // Another process has the last attempt in flight.
    const waiting = fail(1, { email })
    await attempts.end(email, last, 'refunded')
    await waiting
    expect((await rejection({ email })).data.retry_after).to.equal(1)
  })

  it('accepts many concurrent right passwords in several processes', async () => {
    const { stack, clientAt, newAddress, someone, fail } = throttled
    const { email } = await someone()
    await fail(3, { email })
    const replicas = [await stack.replica({}, patient), await stack.replica({}, patient)]
    const signIns = Array.from({ length: 16 }, (_, count) =>
      replicas[count % 2]?.auth.login({ client: clientAt(newAddress()), email, password }),
    )
    for (const signedIn of await Promise.all(signIns)) expect(signedIn?.outcome?.$case).to.equal('signedIn')
    for (const replica of replicas) await replica.close()
  })

  it('checks at most five of eight concurrent wrong passwords, with and without an account', async () => {
    const { stack, clientAt, newAddress, newEmail, someone } = throttled
    const replicas = [stack, await stack.replica()]
    const eight = async (email: string) => {
      const guesses = Array.from({ length: 8 }, (_, count) =>
        rejected(
          replicas[count % 2]?.auth.login({ client: clientAt(newAddress()), email, password: wrong }) ??
            Promise.resolve(),
        ),
      )
      const responses = (await Promise.all(guesses)).toSorted((a, b) => a.code.localeCompare(b.code))
      return responses.map((error) => answerOf(error, stack.clock.now()))
    }
    const known = await eight((await someone()).email)
    expect(known.filter(({ rateLimit }) => rateLimit?.bucket === 'auth:password')).to.have.length(3)
    expect(await eight(newEmail())).to.deep.equal(known)
    await replicas[1]?.close()
  })

  it('accepts the right passwords among fewer than five wrong ones', async () => {
    const { stack, clientAt, newAddress, someone } = throttled
    const { email } = await someone()
    const replica = await stack.replica({}, patient)
    const login = (typed: string) =>
      replica.auth.login({ client: clientAt(newAddress()), email, password: typed })
    const right = Array.from({ length: 6 }, () => login(password))
    const failed = Array.from({ length: 4 }, () => rejected(login(wrong)))
    for (const { outcome } of await Promise.all(right)) expect(outcome?.$case).to.equal('signedIn')
    for (const { code } of await Promise.all(failed)) expect(code).to.equal('INVALID_FORM_BODY')
    await replica.close()
  })

  it('counts attempts in flight towards the lockout threshold only after they failed', async () => {
    const { stack, someone, failSlowly, newAddress, codeOf } = throttled
    const { email } = await someone()
    const { redisUrl, redisPrefix: prefix } = stack.store
    const { redis, close } = await openTestRedis(redisUrl)
    const limit = { limit: 1000, windowSeconds: 60 }
    const lenient = passwordAttempts({ redis, prefix, scale: 1, clock: stack.clock, limit })
    const takeMany = async () => {
      const address = newAddress()
      const all = await Promise.all(
        Array.from({ length: 120 }, () => lenient.take(email, { clientAddress: address })),
      )
      return all.flatMap((each) => (each.outcome === 'taken' ? [each] : []))
    }
    const taken = await takeMany()
    expect(taken).to.have.length(100)
    for (const each of taken) await lenient.end(email, each, 'succeeded')
    expect(await takeMany()).to.have.length(100)

    // The process that took these crashed.
    stack.clock.advance(9 * second)
    expect(await takeMany()).to.have.length(0)
    stack.clock.advance(second)
    await failSlowly(99, email)
    stack.clock.advance(15 * minute)
    expect(await takeMany()).to.have.length(1)
    stack.clock.advance(longDeadlines.inFlightMs)
    expect(await codeOf({ email })).to.equal('INVALID_FORM_BODY')
    expect(await codeOf({ email })).to.equal('PASSWORD_LOGIN_DISABLED')
    await close()
  })
})

/** The complete error as the caller receives it, with times relative to now. */
function answerOf(error: ServiceError, now: number) {
  const { code, details, metadata } = toGrpcStatus(error)
  const resetIn = error.rateLimit && Math.round(error.rateLimit.resetAt * 1000 - now)
  const plain = error.rateLimit ? null : metadata?.toJSON()
  return { code, details, resetIn, plain, data: error.data, rateLimit: { ...error.rateLimit, resetAt: 0 } }
}
