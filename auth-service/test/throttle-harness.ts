import { operationLimits } from '@gatehouse/auth-service/throttle/operation-limits'
import {
  type AttemptSource,
  emailAttemptKey,
  passwordAttempts,
} from '@gatehouse/auth-service/throttle/password-attempts'
import { rateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { expect } from 'chai'
import { openAuthHarness, password, registration, signedInOf } from './auth-harness.ts'

export const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute
export const wrong = 'not the password'

/** A password attempt, by default from a new address. */
export type Attempt = {
  email?: string
  password?: string
  address?: string
  deviceToken?: string | undefined
}
export type ThrottleHarness = Awaited<ReturnType<typeof openThrottleHarness>>

/** An auth-service whose limits are those of production, and short ways to run into them. */
export async function openThrottleHarness() {
  const stack = await openAuthHarness({ GATEHOUSE_LIMITS_SCALE: '1' })
  const { clock, store } = stack
  const opened = await openTestRedis(store.redisUrl)
  const shared = { redis: opened.redis, prefix: store.redisPrefix, scale: 1, clock }
  const attempts = passwordAttempts({ ...shared, limit: operationLimits['auth:password'] })
  let people = 0
  let addresses = 0

  const newAddress = () => `10.0.${++addresses >> 8}.${addresses & 255}`
  const newEmail = () => `person-${++people}@gatehouse.test`
  const clientAt = (address: string) => ({ address, userAgent: 'test', location: undefined })
  const login = (fields: Attempt) => {
    const { email = '', address = newAddress(), deviceToken } = fields
    return stack.auth.login({
      client: clientAt(address),
      email,
      password: fields.password ?? wrong,
      deviceToken,
    })
  }
  const rejection = (fields: Attempt) => rejected(login(fields))
  const codeOf = async (fields: Attempt) => (await rejection(fields)).code

  return {
    stack,
    attempts,
    limiter: rateLimiter({ ...shared, service: 'auth' }),
    newAddress,
    newEmail,
    clientAt,
    rejection,
    codeOf,

    async signIn(fields: Attempt) {
      return signedInOf(await login({ password, ...fields }))
    },

    /** Registers an account; returns its device token. */
    async someone(address = newAddress(), email = newEmail()) {
      const { signedIn } = await stack.auth.register(
        registration({ client: clientAt(address), email, password }),
      )
      return { email, address, id: signedIn?.accountId ?? '', deviceToken: signedIn?.deviceToken }
    },

    async fail(times: number, fields: Attempt) {
      for (let count = 0; count < times; count++) {
        expect(await codeOf(fields), `try ${count + 1}`).to.equal('INVALID_FORM_BODY')
      }
    },

    /** Fails that often and waits in between; directly in the store, because a hundred hashes take long. */
    async failSlowly(times: number, email: string, source: AttemptSource = { clientAddress: newAddress() }) {
      const key = emailAttemptKey(email)
      for (let count = 0; count < times; ) {
        const taken = await attempts.take(key, source)
        if (taken.outcome === 'taken') {
          await attempts.end(key, taken, 'failed')
          count++
        } else if (taken.outcome === 'delayed') clock.advance(taken.waitMs)
        else throw new Error(`Closed after ${count}.`)
      }
    },

    async close() {
      await opened.close()
      await stack.close()
    },
  }
}
