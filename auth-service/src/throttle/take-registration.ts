import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { EmailAddress } from '../accounts/email-address.ts'
import { mailboxKey } from '../accounts/mailbox-key.ts'
import type { OperationLimits } from './operation-limits.ts'
import type { ReportThrottling } from './report-throttling.ts'

type Registrant = { email: EmailAddress | null; client: Client }

type Parts = { limiter: RateLimiter; limits: OperationLimits; report: ReportThrottling }

export function registrationTaker({ limiter, limits, report }: Parts) {
  /** Called before the lookup that reveals whether the email has an account. Fails with RATE_LIMITED. */
  return async ({ email, client }: Registrant, call: Pick<Call, 'requestId'>): Promise<void> => {
    const bucket = 'auth:register:address'
    const taken = addressLimits({ ...limits[bucket], bucket, key: 'register' }, client.address)
    if (email) {
      // A digest, so that Redis stores no email address.
      const key = `register:${digestText(mailboxKey(email.address))}`
      taken.push({ ...limits['auth:register:email'], bucket: 'auth:register:email', key })
    }
    const { allowed, state } = await limiter.take(taken)
    if (allowed) return
    const key = addressNetwork(client.address)
    await report({ limit: 'registration', key, accountId: null, client }, call)
    throw rateLimited(state)
  }
}
