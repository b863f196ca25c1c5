import { passwordAttempts } from '@gatehouse/auth-service/throttle/password-attempts'
import { toGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import { expect } from 'chai'
import { password } from './auth-harness.ts'
import {
  type Attempt,
  day,
  minute,
  openThrottleHarness,
  second,
  type ThrottleHarness,
  wrong,
} from './throttle-harness.ts'

describe('throttle of password attempts', () => {
  let throttled: ThrottleHarness
  before(async () => {
    throttled = await openThrottleHarness()
  })
  after(() => throttled.close())

  it('allows five failures, then doubles the wait from a second to a quarter of an hour', async () => {
    const { stack, refusal, codeOf, signIn, someone, fail } = throttled
    const { email } = await someone()
    await fail(5, { email })
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const { code, data, rateLimit } = await refusal({ email, password })
      expect([code, data]).to.deep.equal(['RATE_LIMITED', { retry_after: wait, global: false }])
      expect(rateLimit).to.deep.equal({
        ...{ bucket: 'auth:password', limit: 5, remaining: 0, global: false },
        ...{ retryAfter: wait, resetAt: stack.clock.now() / 1000 + wait },
      })
      stack.clock.advance(wait * second - 1)
      expect(await codeOf({ email })).to.equal('RATE_LIMITED')
      stack.clock.advance(1)
      await fail(1, { email })
    }
    stack.clock.advance(15 * minute)
    await signIn({ email })
  })

  it('counts five failures within any fifteen minutes', async () => {
    const { stack, codeOf, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 8; count++) {
      await fail(1, { email })
      stack.clock.advance(4 * minute)
    }
    await fail(2, { email })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    stack.clock.advance(second)
    await fail(1, { email })
    stack.clock.advance(2 * second + 15 * minute)
    await fail(5, { email })
    expect(await codeOf({ email })).to.equal('RATE_LIMITED')
  })

  it('responds the same for an address without an account, until the password is locked', async () => {
    const { stack, refusal, codeOf, someone, failSlowly } = throttled
    const { email } = await someone()
    const sequence = async (fields: Attempt) => {
      const answers: unknown[] = []
      const startedAt = stack.clock.now()
      const ask = async () => {
        const error = await refusal(fields)
        answers.push(answerOf(error, stack.clock.now()))
        stack.clock.advance(Number(error.data.retry_after ?? 0) * second)
      }
      for (let count = 0; count < 12; count++) await ask()
      await failSlowly(90, fields.email ?? '')
      while (answers.length < 18) await ask()
      stack.clock.advance(365 * day)
      await ask()
      return { answers, took: stack.clock.now() - startedAt }
    }
    const known = await sequence({ email })
    expect(await sequence({ email: 'Nobody@GATEHOUSE.test' })).to.deep.equal(known)
    expect(await sequence({ email: 'no address' })).to.deep.equal(known)
    expect(await codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    expect(await codeOf({ email: ' nobody@gatehouse.test' })).to.equal('PASSWORD_LOGIN_DISABLED')
  })

  it('counts consecutive failures for 90 days, until a right password resets them', async () => {
    const { stack, codeOf, signIn, someone, fail, failSlowly } = throttled
    const [ann, bob, eve] = [await someone(), await someone(), await someone()]
    for (const { email } of [ann, bob, eve]) await failSlowly(99, email)
    stack.clock.advance(15 * minute)
    await signIn({ email: ann.email })
    await fail(4, { email: ann.email })

    stack.clock.advance(89 * day)
    await fail(1, { email: bob.email })
    expect(await codeOf({ email: bob.email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    stack.clock.advance(day)
    await fail(4, { email: eve.email })
    await signIn({ email: eve.email })
  })

  it('counts concurrent attempts before it checks any', async () => {
    const { codeOf, someone } = throttled
    const { email } = await someone()
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email })))
    expect(codes.filter((code) => code === 'INVALID_FORM_BODY')).to.have.length(5)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).to.have.length(45)
    const unknown = await Promise.all(Array.from({ length: 50 }, () => codeOf({ email: `un${email}` })))
    expect(unknown.toSorted()).to.deep.equal(codes.toSorted())
  })

  it('does not count a right password', async () => {
    const { codeOf, signIn, someone, fail } = throttled
    const { email } = await someone()
    for (let count = 0; count < 12; count++) await signIn({ email })
    await fail(4, { email })
    await signIn({ email })
    await fail(5, { email })
    expect(await codeOf({ email, password })).to.equal('RATE_LIMITED')
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
    const { attempts, newAddress, refusal, someone, fail } = throttled
    const { email } = await someone()
    const take = async () => {
      const taken = await attempts.take(email, { clientAddress: newAddress() })
      if (taken.outcome !== 'taken') throw new Error('Expected a try.')
      return taken
    }
    for (let count = 0; count < 7; count++) await attempts.refund(email, await take())
    await fail(4, { email })
    const last = await take()
    // Another process has the last attempt in flight.
    const waiting = fail(1, { email })
    await attempts.refund(email, last)
    await waiting
    expect((await refusal({ email })).data.retry_after).to.equal(1)
  })

  it('accepts many concurrent right passwords in several processes', async () => {
    const { stack, clientAt, newAddress, someone, fail } = throttled
    const { email } = await someone()
    await fail(3, { email })
    const replicas = [stack, await stack.replica()]
    const signIns = Array.from({ length: 16 }, (_, count) =>
      replicas[count % 2]?.auth.login({ client: clientAt(newAddress()), email, password }),
    )
    for (const signedIn of await Promise.all(signIns)) expect(signedIn?.outcome?.$case).to.equal('signedIn')
    await replicas[1]?.close()
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
      const answers = (await Promise.all(guesses)).toSorted((a, b) => a.code.localeCompare(b.code))
      return answers.map((error) => answerOf(error, stack.clock.now()))
    }
    const known = await eight((await someone()).email)
    expect(known.filter(({ rateLimit }) => rateLimit?.bucket === 'auth:password')).to.have.length(3)
    expect(await eight(newEmail())).to.deep.equal(known)
    await replicas[1]?.close()
  })

  it('accepts the right passwords among fewer than five wrong ones', async () => {
    const { signIn, someone, fail } = throttled
    const { email } = await someone()
    const right = Array.from({ length: 6 }, () => signIn({ email }))
    const failed = Array.from({ length: 4 }, () => fail(1, { email }))
    await Promise.all([...right, ...failed])
  })

  it('counts attempts in flight towards the lockout threshold only after they failed', async () => {
    const { stack, someone, failSlowly, newAddress, codeOf } = throttled
    const { email } = await someone()
    const { redisUrl, redisPrefix: prefix } = stack.store
    const { redis, close } = await openRedis({ url: redisUrl, log: stack.logged.log })
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
    for (const each of taken) await lenient.resetFailures(email, each)
    expect(await takeMany()).to.have.length(100)

    // The process that took these crashed.
    stack.clock.advance(9 * second)
    expect(await takeMany()).to.have.length(0)
    stack.clock.advance(second)
    await failSlowly(99, email)
    stack.clock.advance(15 * minute)
    expect(await takeMany()).to.have.length(1)
    stack.clock.advance(10 * second)
    expect(await codeOf({ email })).to.equal('INVALID_FORM_BODY')
    expect(await codeOf({ email })).to.equal('PASSWORD_LOGIN_DISABLED')
    await close()
  })

  it('resets the consecutive failures of unknown sources, but not their wait, by a right password from a known device', async () => {
    const { stack, codeOf, signIn, someone, fail, failSlowly } = throttled
    const { email, deviceToken } = await someone()
    await failSlowly(99, email)
    await signIn({ email, deviceToken })
    expect(await codeOf({ email, password })).to.equal('RATE_LIMITED')
    stack.clock.advance(15 * minute)
    await fail(1, { email })
    stack.clock.advance(15 * minute)
    await signIn({ email })
  })

  it('stores fewer than five failures for a day, in little memory', async () => {
    const { stack, someone, newEmail, fail, failSlowly } = throttled
    const { redis, close } = await openRedis({ url: stack.store.redisUrl, log: stack.logged.log })
    const hours = async (email: string) => Math.round((await redis.pttl(keyOf(stack, email))) / (day / 24))
    const unknown = newEmail()
    await fail(1, { email: unknown })
    expect(await hours(unknown)).to.equal(24)
    expect(await redis.memory('USAGE', keyOf(stack, unknown))).to.be.below(280)
    await fail(3, { email: unknown })
    expect(await hours(unknown)).to.equal(24)
    await fail(1, { email: unknown })
    expect(await hours(unknown)).to.equal(90 * 24)

    const { email } = await someone()
    await failSlowly(4, email)
    stack.clock.advance(day)
    await failSlowly(99, email)
    stack.clock.advance(15 * minute)
    await fail(1, { email })
    expect(await throttled.codeOf({ email, password })).to.equal('PASSWORD_LOGIN_DISABLED')
    await close()
  })

  it('emits one event per window', async () => {
    const { stack, codeOf, someone, fail } = throttled
    const { email, id } = await someone()
    await fail(5, { email })
    for (let count = 0; count < 5; count++) expect(await codeOf({ email })).to.equal('RATE_LIMITED')
    const records = await stack.audit.find({ accountId: id, type: 'account.throttle' }).toArray()
    expect(records.map(({ outcome, detail }) => ({ outcome, detail }))).to.deep.equal([
      { outcome: 'failed', detail: { limit: 'account' } },
    ])
    expect(JSON.stringify(records)).not.to.contain(email)
  })

  it('clears earlier attempts for the address of a new account', async () => {
    const { newAddress, newEmail, codeOf, signIn, someone, failSlowly } = throttled
    const email = newEmail()
    await failSlowly(100, email)
    expect(await codeOf({ email })).to.equal('PASSWORD_LOGIN_DISABLED')
    await someone(newAddress(), email)
    await signIn({ email })
  })
})

/** Everything a caller sees, with times counted from now. */
function answerOf(error: ServiceError, now: number) {
  const { code, details, metadata } = toGrpcStatus(error)
  const resetIn = error.rateLimit && Math.round(error.rateLimit.resetAt * 1000 - now)
  const plain = error.rateLimit ? null : metadata?.toJSON()
  return { code, details, resetIn, plain, data: error.data, rateLimit: { ...error.rateLimit, resetAt: 0 } }
}

function keyOf({ store }: ThrottleHarness['stack'], email: string): string {
  return `${store.redisPrefix}password-attempts:{${digest(email).toString('base64url')}}`
}
