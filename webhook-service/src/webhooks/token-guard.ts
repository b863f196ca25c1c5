import type { TokenReference } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { Webhook } from './webhook.ts'
import type { WebhookStore } from './webhook-store.ts'
import { holdsToken } from './webhook-token.ts'

const wrongTokens = { bucket: 'webhook:wrong-token', limit: 10, windowSeconds: 60 }

/** The door of every route with a token in its path. */
export function tokenGuard({
  webhooks,
  limiter,
  clock,
}: {
  webhooks: Pick<WebhookStore, 'findById'>
  limiter: RateLimiter
  clock: Clock
}) {
  return {
    /**
     * The webhook whose token this is. An unknown webhook and a wrong token are one and the same UNKNOWN_WEBHOOK, the
     * eleventh in a minute from one address RATE_LIMITED; a right token always passes (contract.md 8 rows 1 and 12). Then
     * a webhook that expired or was switched off is unknown too (rows 23 and 24).
     */
    async admit(reference: TokenReference | undefined): Promise<Webhook> {
      const { id = '', token = '', client } = reference ?? {}
      const webhook = isSnowflake(id) ? await webhooks.findById(id) : null
      // Compared even when there is no webhook, so that time does not tell the two apart (webhook-token.test.ts).
      const admitted = holdsToken(webhook, token)
      if (webhook && admitted) return assertLive(webhook, clock.now())
      throw await refusal(limiter, id, client?.address ?? '')
    },
  }
}

function assertLive(webhook: Webhook, now: number): Webhook {
  const { settings, disabled } = webhook
  const isExpired = settings.expiresAt !== null && now >= settings.expiresAt
  if (isExpired || disabled) throw new ServiceError('UNKNOWN_WEBHOOK')
  return webhook
}

async function refusal(limiter: RateLimiter, id: string, address: string): Promise<ServiceError> {
  const { allowed, state } = await limiter.take(addressLimits({ ...wrongTokens, key: id }, address))
  if (allowed) return new ServiceError('UNKNOWN_WEBHOOK')
  return rateLimited(state)
}
