import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import { digest, newSecret, sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Webhook } from './webhook.ts'

const prefix = 'ghw_'

/** Compared for unknown webhooks, so that timing does not reveal which exist. */
const placeholderDigest = digest(newSecret())

export type WebhookTokens = ReturnType<typeof webhookTokens>

/** Tokens are `ghw_` and 256 random bits. They are encrypted, not only hashed: managers can read them again. */
export function webhookTokens(keyRing: KeyRing) {
  return {
    create(webhookId: string): { tokenDigest: Buffer; sealedToken: string } {
      const token = prefix + newSecret()
      return { tokenDigest: digest(token), sealedToken: keyRing.seal(token, webhookTokenContext(webhookId)) }
    },

    reveal(webhook: Pick<Webhook, 'id' | 'sealedToken'>): string {
      return keyRing.open(webhook.sealedToken, webhookTokenContext(webhook.id))
    },
  }
}

// Associated data of AES-GCM. Binds the ciphertext to its webhook, so that it cannot be decrypted as the token of another.
export function webhookTokenContext(webhookId: string): string {
  return `webhook-token:${webhookId}`
}

/** Accepts the previous token until it expires. Compares in constant time; false without a webhook. */
export function matchesToken(
  webhook: Pick<Webhook, 'tokenDigest' | 'previousToken'> | null,
  token: string,
  now: number,
): boolean {
  const sent = digest(token)
  const { tokenDigest = placeholderDigest, previousToken = null } = webhook ?? {}
  const isCurrent = sameSecret(sent, tokenDigest)
  const isPrevious = sameSecret(sent, previousToken?.digest ?? placeholderDigest)
  return isCurrent || (isPrevious && previousToken !== null && now < previousToken.until)
}
