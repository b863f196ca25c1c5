import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digest, newSecret, sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Webhook } from './webhook.ts'

const prefix = 'ghw_'

/** What stands in for the digest of a webhook that is unknown, so that both take the same comparison. */
const nobodysDigest = digest(newSecret())

export type WebhookTokens = ReturnType<typeof webhookTokens>

/** Draws tokens, and shows again those that were drawn: `ghw_` and 256 random bits (contract.md 8 row 21). */
export function webhookTokens(keyRing: KeyRing) {
  return {
    draw(webhookId: string): { tokenDigest: Buffer; sealedToken: string } {
      const token = prefix + newSecret()
      return { tokenDigest: digest(token), sealedToken: keyRing.seal(token, contextOf(webhookId)) }
    },

    reveal(webhook: Pick<Webhook, 'id' | 'sealedToken'>): string {
      return keyRing.open(webhook.sealedToken, contextOf(webhook.id))
    },
  }
}

// The webhook's id is bound to its ciphertext, so that one copied onto another webhook does not open
// (webhook-token.test.ts).
function contextOf(webhookId: string): string {
  return `webhook-token:${webhookId}`
}

/** Whether this is the webhook's token, in a time that tells nothing about how wrong it is; never for no webhook. */
export function holdsToken(webhook: Pick<Webhook, 'tokenDigest'> | null, token: string): boolean {
  const same = sameSecret(digest(token), webhook?.tokenDigest ?? nobodysDigest)
  return same && webhook !== null
}
