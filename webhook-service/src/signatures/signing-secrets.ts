import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'

/** Encrypted by the key ring. Versions let people distinguish two secrets. */
export type SigningSecret = { sealed: string; version: number }

export type ValidSecret = { secret: string; version: number }

type StoredSecrets = {
  signingSecret: SigningSecret | null
  previousSecret: (SigningSecret & { until: number }) | null
}

export type SigningSecrets = ReturnType<typeof signingSecrets>

/** Secrets are encrypted, not hashed: an HMAC needs the secret itself. */
export function signingSecrets(keyRing: KeyRing) {
  return {
    seal(webhookId: string, secret: string, version: number): SigningSecret {
      return { sealed: keyRing.seal(secret, signingSecretContext(webhookId)), version }
    },

    /** Newest first. Empty if the webhook accepts unsigned executions. */
    valid(webhookId: string, { signingSecret, previousSecret }: StoredSecrets, now: number): ValidSecret[] {
      const previous = previousSecret && now < previousSecret.until ? previousSecret : null
      return [signingSecret, previous]
        .filter((kept) => kept !== null)
        .map(({ sealed, version }) => ({
          secret: keyRing.open(sealed, signingSecretContext(webhookId)),
          version,
        }))
    },
  }
}

// Associated data of AES-GCM. Binds the ciphertext to its webhook, so that it cannot be decrypted as the secret of another.
export function signingSecretContext(webhookId: string): string {
  return `signing-secret:${webhookId}`
}
