import { AuthenticatorType } from '@gatehouse/proto/gen/auth/v1/auth'

/** Encrypted (factor-secrets.ts). */
export type TotpFactor = { sealedSecret: string; lastStep: number; enabledAt: Date }

export type PendingTotp = { sealedSecret: string; expiresAt: Date }

/** `hint` is the end of the code. */
export type StoredBackupCode = { mac: string; hint: string; createdAt: Date; usedAt?: Date }

/** Key in base64url of COSE, id in base64url. `backupEligible` never changes. */
export type Passkey = {
  id: string
  publicKey: string
  counter: number
  transports: string[]
  backupEligible: boolean
  backedUp: boolean
  name: string
  createdAt: Date
  lastUsedAt?: Date
}

export type Factors = {
  passkeys?: Passkey[]
  /** Only with a passkey. */
  requirePasskey?: true
  totp?: TotpFactor
  pendingTotp?: PendingTotp
  /** The one before, which another tab may show. */
  formerPendingTotp?: PendingTotp
  /** Only with an authenticator app, or if a passkey is required. */
  backupCodes?: StoredBackupCode[]
  sms?: SmsFactor
}

/** Only beside an authenticator app, and with a phone number of the account. */
export type SmsFactor = { enabledAt: Date }

type FactorOwner = { factors: Factors }

/**
 * The methods that can complete a sign-in of this account. A passkey is one only beside another factor, or if the owner
 * requires it.
 */
export function factorMethods({ factors }: FactorOwner): AuthenticatorType[] {
  return factors.totp || factors.requirePasskey ? authenticatorTypes({ factors }) : []
}

/** All that the account has, also a passkey that is no second factor. */
export function authenticatorTypes(account: FactorOwner): AuthenticatorType[] {
  const { totp, sms, passkeys } = account.factors
  return [
    ...(totp ? [AuthenticatorType.TOTP] : []),
    ...(sms ? [AuthenticatorType.SMS] : []),
    ...(passkeys?.length ? [AuthenticatorType.WEBAUTHN] : []),
  ]
}

/** Whether a passkey can be the second step of a sign-in. */
export function isPasskeyFactor(account: FactorOwner): boolean {
  return factorMethods(account).includes(AuthenticatorType.WEBAUTHN)
}

/** Whether a passkey can prove who a signed-in person is: as a second factor, or where there is no password. */
export function canProveWithPasskey(account: FactorOwner & { passwordHash: string | null }): boolean {
  const isOnly = account.passwordHash === null && !hasSecondFactor(account)
  return (
    isPasskeyFactor(account) || (isOnly && authenticatorTypes(account).includes(AuthenticatorType.WEBAUTHN))
  )
}

/** Whether backup codes can be the second step of a sign-in, as for a lost app or passkey. */
export function hasUsableBackupCodes(account: FactorOwner): boolean {
  const { backupCodes = [] } = account.factors
  return hasSecondFactor(account) && backupCodes.some(({ usedAt }) => usedAt === undefined)
}

export function hasSecondFactor(account: FactorOwner): boolean {
  return factorMethods(account).length > 0
}

const names: Readonly<Partial<Record<AuthenticatorType, string>>> = {
  [AuthenticatorType.TOTP]: 'totp',
  [AuthenticatorType.SMS]: 'sms',
  [AuthenticatorType.WEBAUTHN]: 'webauthn',
}

/** The names of methods in responses. */
export function factorNames(methods: AuthenticatorType[]): string[] {
  return methods.flatMap((method) => names[method] ?? [])
}
