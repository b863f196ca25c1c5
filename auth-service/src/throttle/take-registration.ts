import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { EmailAddress } from '../accounts/email-address.ts'
import { mailboxKey } from '../accounts/mailbox-key.ts'
import type { AuthContext } from '../context.ts'
import { emitThrottleEvent } from './emit-throttle-event.ts'

type Registrant = { email: EmailAddress | null; client: Client }

/** Called before the lookup that reveals whether the email has an account. */
export async function takeRegistration(
  ctx: Pick<AuthContext, 'audit' | 'throttle'>,
  { email, client }: Registrant,
  call: Pick<Call, 'requestId'>,
): Promise<void> {
  const { limiter, limits } = ctx.throttle
  const ofAddress = { ...limits['auth:register:address'], bucket: 'auth:register:address', key: 'register' }
  const taken = addressLimits(ofAddress, client.address)
  if (email) {
    // A digest, so that Redis stores no email address.
    const key = `register:${digestText(mailboxKey(email.address))}`
    taken.push({ ...limits['auth:register:email'], bucket: 'auth:register:email', key })
  }
  const { allowed, state } = await limiter.take(taken)
  if (allowed) return
  const key = addressNetwork(client.address)
  await emitThrottleEvent(ctx, { limit: 'registration', key, accountId: null, client }, call)
  throw rateLimited(state)
}
