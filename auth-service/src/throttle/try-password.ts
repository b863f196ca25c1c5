import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { Limit } from '@gatehouse/service-kit/limits/rate-limiter'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { type TakenTry, type Trier, triesKey } from './password-tries.ts'
import { recordThrottle, type ThrottleContext } from './record-throttle.ts'

/** One try of a password: of which email address, typed or stored, and by whom. */
export type PasswordTry = {
  email: string
  trier: Trier
  /** Whose password it would be, for the record; null when the address belongs to nobody. */
  accountId: string | null
  client?: Client | undefined
}

/**
 * Looks at a password unless there were too many wrong ones (contract.md 7 row 6). The try is counted first, so that a
 * hundred at once are counted, and given back when the password is right or was never looked at. Fails with RATE_LIMITED or
 * PASSWORD_LOGIN_DISABLED, the same for addresses without an account, and with SERVICE_UNAVAILABLE while Redis is away:
 * uncounted tries would be free ones. Guarded by login-throttle.test.ts.
 */
export async function tryPassword(
  ctx: ThrottleContext,
  attempt: PasswordTry,
  check: () => Promise<boolean>,
  call: Pick<Call, 'requestId'>,
): Promise<boolean> {
  const taken = await takeTry(ctx, attempt, call)
  let matches = false
  try {
    matches = await check()
  } catch (error) {
    await taken.giveBack()
    throw error
  }
  await (matches ? taken.forgive() : taken.settle())
  return matches
}

async function takeTry(ctx: ThrottleContext, attempt: PasswordTry, call: Pick<Call, 'requestId'>) {
  const { tries, limiter } = ctx.throttle
  const ofAddress = addressLimits(ctx, attempt.trier)
  // The address first: one that is spent then leaves no trace at the accounts it aims at.
  if (ofAddress.length > 0) await takeOfAddress(ctx, ofAddress, attempt, call)
  const giveAddressBack = async () => {
    if (ofAddress.length > 0) await limiter.take(ofAddress, -1)
  }

  const taken = await tries.take(attempt.email, attempt.trier)
  if (taken.outcome !== 'taken') {
    await giveAddressBack()
    throw await refusalOf(ctx, taken, attempt, call)
  }
  return {
    settle: () => tries.settle(attempt.email, taken),
    giveBack: () => Promise.all([tries.giveBack(attempt.email, taken), giveAddressBack()]),
    forgive: () => Promise.all([tries.endRow(attempt.email, taken), giveAddressBack()]),
  }
}

/** A known device has its own budget, also where many share an address with somebody who guesses. */
function addressLimits({ throttle: { limits } }: ThrottleContext, trier: Trier): Limit[] {
  if (!('address' in trier)) return []
  const key = `password:${addressPrefix(trier.address)}`
  return (['auth:password:address', 'auth:password:address:hourly'] as const).map((bucket) => ({
    ...limits[bucket],
    bucket,
    key,
  }))
}

async function takeOfAddress(
  ctx: ThrottleContext,
  limits: Limit[],
  attempt: PasswordTry,
  call: Pick<Call, 'requestId'>,
): Promise<void> {
  const { allowed, state } = await ctx.throttle.limiter.take(limits)
  if (allowed) return
  const key = addressPrefix(attempt.client?.address ?? '')
  await recordThrottle(ctx, { limit: 'address', key, accountId: null, client: attempt.client }, call)
  throw rateLimited(state)
}

async function refusalOf(
  ctx: ThrottleContext,
  taken: Exclude<TakenTry, { outcome: 'taken' }>,
  attempt: PasswordTry,
  call: Pick<Call, 'requestId'>,
): Promise<ServiceError> {
  // Right or wrong, so many are looked at just now that the next one could be the last.
  if (taken.outcome === 'busy') return unavailable()
  const { accountId, client } = attempt
  const limit = taken.outcome === 'closed' ? 'closed' : 'account'
  const key = `${taken.field} ${triesKey(attempt.email)}`
  await recordThrottle(ctx, { limit, key, accountId, client }, call)
  if (taken.outcome === 'closed') return new ServiceError('PASSWORD_LOGIN_DISABLED')
  const { tries } = ctx.throttle
  const retryAfter = Math.max(0.001, (taken.endsAt - ctx.clock.now()) / 1000)
  const state = { bucket: 'auth:password', limit: tries.free, remaining: 0, resetAt: taken.endsAt / 1000 }
  return rateLimited({ ...state, retryAfter, global: false })
}
