import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'

/** Encrypted (factor-secrets.ts). */
export type TotpFactor = { sealedSecret: string; lastStep: number; enabledAt: Date }

export type PendingTotp = { sealedSecret: string; expiresAt: Date }

/** `hint` is the end of the code. */
export type StoredBackupCode = { mac: string; hint: string; createdAt: Date; usedAt?: Date }

export type Factors = { totp?: TotpFactor; pendingTotp?: PendingTotp; backupCodes?: StoredBackupCode[] }

type FactorOwner = { factors: Factors }

/** The methods that can complete a sign-in of this account. */
export function factorMethods({ factors }: FactorOwner): AuthenticatorType[] {
  return factors.totp ? [AuthenticatorType.TOTP] : []
}

export function hasSecondFactor(account: FactorOwner): boolean {
  return factorMethods(account).length > 0
}

const names: Readonly<Partial<Record<AuthenticatorType, string>>> = { [AuthenticatorType.TOTP]: 'totp' }

/** The names of these methods in responses. */
export function factorNames(account: FactorOwner): string[] {
  return factorMethods(account).flatMap((method) => names[method] ?? [])
}
