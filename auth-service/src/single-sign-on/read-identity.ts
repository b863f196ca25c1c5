import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'

export type Claims = Readonly<Record<string, unknown>>

/** A person at the provider. */
export type Identity = {
  issuer: string
  /** Unique at the issuer. */
  subject: string
  email: EmailAddress
  /** Null: the provider does not say. */
  emailVerified: boolean | null
  name: string | null
  /** When the person proved their identity to the provider. */
  authTime: Date | null
  /** Session at the provider (OpenID Connect Back-Channel Logout 1.0). */
  sid: string | null
  /** In seconds, by the clock of the provider if it sent an id_token. */
  issuedAt: number
}

const maxSubjectLength = 255

type Received = { claims: Claims | undefined; userinfo: Claims | null; receivedAt: number }

/** Email and name of the userinfo endpoint have precedence over those of the id_token. */
export function readIdentity(issuer: string, { claims, userinfo, receivedAt }: Received): Identity {
  const subject = textOf(claims?.sub) ?? textOf(userinfo?.sub)
  if (subject === null || subject.length > maxSubjectLength)
    throw invalidFields({ id_token: 'INVALID_SSO_TOKEN' })
  // Both claims from one source: whether an address is verified says nothing about another one.
  const source = textOf(userinfo?.email) === null ? claims : userinfo
  const email = readEmailAddress(textOf(source?.email) ?? '')
  if (email === null) throw invalidFields({ email: 'SSO_PROVIDER_DID_NOT_RETURN_EMAIL' })
  return {
    issuer,
    subject,
    email,
    emailVerified: flagOf(source?.email_verified),
    name: textOf(userinfo?.name) ?? textOf(claims?.name),
    authTime: typeof claims?.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    sid: textOf(claims?.sid),
    issuedAt: typeof claims?.iat === 'number' ? claims.iat : Math.floor(receivedAt / 1000),
  }
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}

/** Some providers send booleans as text. */
function flagOf(claim: unknown): boolean | null {
  if (claim === undefined || claim === null) return null
  return claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true')
}
