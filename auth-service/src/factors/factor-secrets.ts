import type { KeyRing } from '@gatehouse/service-kit/tokens/key-ring'
import type { SealedField } from '@gatehouse/service-kit/tokens/rekey'
import type { AccountDocument } from '../accounts/account-schema.ts'

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

    smsCodeMacs: (code: string, accountId: string) => keyRing.macs(`sms-code:${accountId}:${code}`),
  }
}

/** The encrypted texts of an account. */
export function sealedFactors({
  _id,
  factors = {},
}: Pick<AccountDocument, '_id' | 'factors'>): SealedField[] {
  const context = totpContext(_id)
  return [
    { path: 'factors.totp.sealedSecret', sealed: factors.totp?.sealedSecret, context },
    { path: 'factors.pendingTotp.sealedSecret', sealed: factors.pendingTotp?.sealedSecret, context },
    {
      path: 'factors.formerPendingTotp.sealedSecret',
      sealed: factors.formerPendingTotp?.sealedSecret,
      context,
    },
  ]
}

function totpContext(accountId: string): string {
  return `totp:${accountId}`
}
