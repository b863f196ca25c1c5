import { createHmac } from 'node:crypto'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { firstHeader } from '../first-header.ts'
import type { SignatureScheme } from './signature-scheme.ts'
import type { ValidSecret } from './signing-secrets.ts'

type SignatureInput = {
  scheme: SignatureScheme
  headers: Record<string, string>
  secrets: ValidSecret[]
  /** Null: the timestamp is not checked. */
  toleranceSeconds: number | null
  now: number
}

export type SignatureCheck = ReturnType<typeof signatureCheck>

/**
 * Checks the signature of a body. Throws INVALID_SIGNATURE at once if the header is missing or the timestamp is out of tolerance,
 * and in `assertMatches` if no valid secret matches. Messages name headers and versions of secrets, never values.
 */
export function signatureCheck({ scheme, headers, secrets, toleranceSeconds, now }: SignatureInput) {
  const { name, value } = signatureOf(scheme, headers)
  if (toleranceSeconds !== null) assertTimely(scheme, headers, { toleranceSeconds, now })
  const hmacs = secrets.map(({ secret }) => createHmac('sha256', secret))

  return {
    update(bytes: Uint8Array): void {
      for (const hmac of hmacs) hmac.update(bytes)
    },

    assertMatches(): void {
      const given = digestOf(value, scheme.prefix)
      // Compares every secret in constant time, so that timing reveals neither the digest nor the version.
      const matching = hmacs.filter((hmac) => sameSecret(hmac.digest(), given))
      if (matching.length === 0)
        throw invalidSignature(`${name} does not match any valid secret (${versionsOf(secrets)}).`)
    },
  }
}

function signatureOf({ signature: names, prefix }: SignatureScheme, headers: Record<string, string>) {
  const sent = firstHeader(names, headers)
  if (sent) return sent
  const form = `${prefix}<hex HMAC-SHA256 of the body>`
  throw invalidSignature(`This webhook has a signing secret; send ${names.join(' or ')}: ${form}.`)
}

function assertTimely(
  { timestamp }: SignatureScheme,
  headers: Record<string, string>,
  { toleranceSeconds, now }: { toleranceSeconds: number; now: number },
): void {
  if (timestamp === null) return
  const sent = Number(headers[timestamp.toLowerCase()]?.trim() || Number.NaN)
  if (Math.abs(now / 1000 - sent) <= toleranceSeconds) return
  throw invalidSignature(
    `${timestamp} is missing or differs from the server time by more than ${toleranceSeconds} s.`,
  )
}

/** An invalid digest becomes an empty one, which never matches but is compared all the same. */
function digestOf(value: string, prefix: string): Buffer {
  const isDigest = value.startsWith(prefix) && /^[0-9a-f]{64}$/i.test(value.slice(prefix.length))
  return Buffer.from(isDigest ? value.slice(prefix.length) : '', 'hex')
}

function versionsOf(secrets: ValidSecret[]): string {
  return secrets
    .map(({ version }, index) => `version ${version}${index > 0 ? ', in its grace period' : ''}`)
    .join('; ')
}

function invalidSignature(message: string): ServiceError {
  return new ServiceError('INVALID_SIGNATURE', { message })
}
