import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'

export type FactorSecrets = ReturnType<typeof factorSecrets>

export function factorSecrets(keyRing: KeyRing) {
  return {
    sealTotp: (secret: string, accountId: string): string => keyRing.seal(secret, totpContext(accountId)),
    openTotp: (sealed: string, accountId: string): string => keyRing.open(sealed, totpContext(accountId)),

    /**
     * A backup code has 50 random bits, few enough to be guessed from a plain digest. The MAC under the current key
     * comes first.
     */
    backupCodeMacs: (code: string, accountId: string) => keyRing.macs(`backup-code:${accountId}:${code}`),
  }
}

function totpContext(accountId: string): string {
  return `totp:${accountId}`
}
