import type { TokenReference } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { validClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { addressLimits } from '@gatehouse/service-kit/limits/address-limits'
import { rateLimited } from '@gatehouse/service-kit/limits/rate-limited'
import type { RateLimiter } from '@gatehouse/service-kit/limits/rate-limiter'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type { Webhook } from './webhook.ts'
import type { WebhookStore } from './webhook-store.ts'
import { matchesToken } from './webhook-token.ts'

const wrongTokens = { bucket: 'webhook:wrong-token', limit: 10, windowSeconds: 60 }

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
     * Returns the webhook of a token. Unknown webhooks, wrong tokens, expired and disabled webhooks all fail with UNKNOWN_WEBHOOK.
     * Wrong tokens are limited per address and webhook id; above the limit they fail with RATE_LIMITED. Correct tokens are not limited.
     * `path` is that of the reference in the request.
     */
    async authenticate(reference: TokenReference | undefined, path = 'webhook'): Promise<Webhook> {
      const { id = '', token = '' } = reference ?? {}
      const { address } = validClient(reference?.client, `${path}.client`)
      const webhook = isSnowflake(id) ? await webhooks.findById(id) : null
      // Compares without a webhook too, so that timing does not reveal which exist.
      const isCorrect = matchesToken(webhook, token, clock.now())
      if (webhook && isCorrect) return assertLive(webhook, clock.now())
      throw await wrongTokenError(limiter, id, address)
    },
  }
}

function assertLive(webhook: Webhook, now: number): Webhook {
  const { settings, disabled } = webhook
  const isExpired = settings.expiresAt !== null && now >= settings.expiresAt
  if (isExpired || disabled) throw new ServiceError('UNKNOWN_WEBHOOK')
  return webhook
}

async function wrongTokenError(limiter: RateLimiter, id: string, address: string): Promise<ServiceError> {
  const { allowed, state } = await limiter.take(addressLimits({ ...wrongTokens, key: id }, address))
  if (allowed) return new ServiceError('UNKNOWN_WEBHOOK')
  return rateLimited(state)
}
