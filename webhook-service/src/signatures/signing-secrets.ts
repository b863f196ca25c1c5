import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'

/** A secret that senders sign with, sealed by the key ring. Versions count up, so that people can tell two apart. */
export type SigningSecret = { sealed: string; version: number }

/** A secret that is valid now, open. */
export type ValidSecret = { secret: string; version: number }

type Kept = {
  signingSecret: SigningSecret | null
  previousSecret: (SigningSecret & { until: number }) | null
}

export type SigningSecrets = ReturnType<typeof signingSecrets>

/** Seals signing secrets, and opens those that are valid: HMACs need the secret itself, a digest would not do. */
export function signingSecrets(keyRing: KeyRing) {
  return {
    seal(webhookId: string, secret: string, version: number): SigningSecret {
      return { sealed: keyRing.seal(secret, contextOf(webhookId)), version }
    },

    /** The newest first; none when the webhook takes unsigned posts. */
    valid(webhookId: string, { signingSecret, previousSecret }: Kept, now: number): ValidSecret[] {
      const previous = previousSecret && now < previousSecret.until ? previousSecret : null
      return [signingSecret, previous]
        .filter((kept) => kept !== null)
        .map(({ sealed, version }) => ({ secret: keyRing.open(sealed, contextOf(webhookId)), version }))
    },
  }
}

// The webhook's id is bound to the ciphertext, so that one copied onto another webhook does not open
// (signing-secrets.test.ts).
function contextOf(webhookId: string): string {
  return `signing-secret:${webhookId}`
}
