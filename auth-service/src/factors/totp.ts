import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import { createGuardrails, generateSecret, generateURI, ScureBase32Plugin, verifySync } from 'otplib'

const periodSeconds = 30
const base32 = new ScureBase32Plugin()
export const secretBits = { min: 128, max: 512 }
/** Generators of other systems have made shorter ones, such as the 16 letters that were common for years. */
export const importedSecretBits = { ...secretBits, min: 80 }
const guardrails = createGuardrails({ MIN_SECRET_BYTES: importedSecretBits.min / 8 })

export function newTotpSecret(): string {
  return generateSecret()
}

/** `issuer` is what the app shows beside the label. */
export function otpauthUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return generateURI({ issuer, label, secret })
}

/** RFC 4226, section 4, R6, requires 128 bits. Without padding, in upper case; null if it is no such secret. */
export function readTotpSecret(typed: string): string | null {
  return readSecret(typed, secretBits)
}

/** Of an app that its owner set up with another system: without it the import would take a second factor away. */
export function readImportedTotpSecret(typed: string): string | null {
  return readSecret(typed, importedSecretBits)
}

function readSecret(typed: string, allowed: { min: number; max: number }): string | null {
  const secret = cleanPasted(typed).replace(/=+$/, '').toUpperCase()
  const bits = secret.length * 5
  const isAllowed =
    /^[A-Z2-7]+$/.test(secret) && bits >= allowed.min && Math.floor(bits / 8) * 8 <= allowed.max
  return isAllowed && isBase32(secret) ? secret : null
}

/** RFC 4648: some lengths and nonzero bits at the end belong to no bytes. */
function isBase32(secret: string): boolean {
  try {
    base32.decode(secret)
    return true
  } catch {
    return false
  }
}

/** The six digits; null for a text of another form. */
export function readTotpCode(typed: string): string | null {
  const code = cleanPasted(typed)
  return /^\d{6}$/.test(code) ? code : null
}

/** The time step of a code of the current period or one beside it; null for a wrong code. */
export function totpStepOf(typed: string, { secret, now }: { secret: string; now: number }): number | null {
  const token = readTotpCode(typed)
  if (token === null) return null
  const result = verifySync({
    strategy: 'totp',
    secret,
    token,
    epoch: Math.floor(now / 1000),
    epochTolerance: periodSeconds,
    guardrails,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
