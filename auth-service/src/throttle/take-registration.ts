import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import type { Limit } from '@gatehouse/service-kit/limits/gcra'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import { addressNetwork } from '@gatehouse/service-kit/net/address-prefix'
import { serialQueue } from '@gatehouse/service-kit/queues/serial-queue'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import type { EmailAddress } from '../accounts/email-address.ts'
import { mailboxKey } from '../accounts/mailbox-key.ts'
import type { OperationLimits } from './operation-limits.ts'
import type { ReportThrottling } from './report-throttling.ts'

type Registrant = { email: EmailAddress | null; client: Client }

/** Lookups of one network that wait for each other in one process. */
const maxLookups = 100

type Parts = { limiter: RateLimiter; limits: OperationLimits; report: ReportThrottling }

export function registrationTaker({ limiter, limits, report }: Parts) {
  const inTurn = serialQueue({ maxSize: maxLookups })

  async function take(taken: Limit[], client: Client, call: Pick<Call, 'requestId'>): Promise<void> {
    const { allowed, state } = await limiter.take(taken)
    if (allowed) return
    const key = addressNetwork(client.address)
    await report({ limit: 'registration', key, accountId: null, client }, call)
    throw rateLimited(state)
  }

  const ofAddress = (bucket: keyof OperationLimits, { address }: Client) =>
    addressLimits({ ...limits[bucket], bucket, key: bucket }, address)

  return {
    /** Called before a lookup of an email address. Fails with RATE_LIMITED. */
    async takeRegistration({ email, client }: Registrant, call: Pick<Call, 'requestId'>): Promise<void> {
      const taken = [
        ...ofAddress('auth:register:address', client),
        ...ofAddress('auth:register:address:daily', client),
      ]
      if (email) {
        // A digest, so that Redis stores no email address.
        const key = `register:${digestText(mailboxKey(email.address))}`
        taken.push({ ...limits['auth:register:email'], bucket: 'auth:register:email', key })
      }
      await take(taken, client, call)
    },

    /**
     * Runs a lookup that reveals whether an email address has an account. Only the lookups that found one count. Beyond the limit
     * all fail with RATE_LIMITED, so that the error reveals nothing. A lookup in flight counts, so those of a network run one at a time.
     */
    revealTaken(
      client: Client,
      isTaken: () => Promise<boolean>,
      call: Pick<Call, 'requestId'>,
    ): Promise<boolean> {
      return inTurn(addressNetwork(client.address), async () => {
        const taken = ofAddress('auth:register:address:taken', client)
        await take(taken, client, call)
        const isFound = await isTaken()
        if (!isFound) await limiter.take(taken, -1)
        return isFound
      })
    },
  }
}
