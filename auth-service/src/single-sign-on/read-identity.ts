import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { trimPasted } from '@gatehouse/service-kit/fields/pasted'
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

type Received = { claims: Claims | undefined; userinfo: Claims | null; receivedAt: number }

/** Address and name of the userinfo endpoint have precedence over those of the id_token. */
export function readIdentity(issuer: string, { claims, userinfo, receivedAt }: Received): Identity {
  const subject = textOf(claims?.sub) ?? textOf(userinfo?.sub)
  if (subject === null || subject.length > fieldBounds.ssoSubject.max)
    throw invalidFields(
      { id_token: 'INVALID_SSO_TOKEN' },
      `the claim "sub" is no text of 1 to ${fieldBounds.ssoSubject.max} characters`,
    )
  const email = addressOf(userinfo) ?? addressOf(claims)
  if (email === null)
    throw invalidFields({ email: 'SSO_PROVIDER_DID_NOT_RETURN_EMAIL' }, missingEmail([userinfo, claims]))
  return {
    issuer,
    subject,
    email,
    emailVerified: verificationOf(email, [userinfo, claims]),
    name: nameOf(userinfo) ?? nameOf(claims),
    authTime: typeof claims?.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    sid: textOf(claims?.sid),
    issuedAt: typeof claims?.iat === 'number' ? claims.iat : Math.floor(receivedAt / 1000),
  }
}

type Source = Claims | null | undefined

function addressOf(source: Source): EmailAddress | null {
  return readEmailAddress(textOf(source?.email) ?? '')
}

function missingEmail(sources: Source[]): string {
  const isSent = sources.some((source) => source && 'email' in source)
  return isSent ? 'the claim "email" is no email address' : 'the claim "email" is missing'
}

/**
 * What the sources say about this address: one can name it without saying whether it is verified. `true` counts beside the same
 * address alone; `false` also beside none.
 */
function verificationOf(email: EmailAddress, sources: Source[]): boolean | null {
  const flags = sources.map((source) => {
    const flag = flagOf(source?.email_verified)
    const isNamed = addressOf(source)?.key === email.key
    return isNamed || (flag === false && textOf(source?.email) === null) ? flag : null
  })
  if (flags.includes(false)) return false
  return flags.includes(true) ? true : null
}

/** Some providers send the address as the name of a person whose name they do not know: it is not for everybody to see. */
function nameOf(source: Source): string | null {
  const parts = [textOf(source?.given_name), textOf(source?.family_name)].filter((part) => part !== null)
  const names = [textOf(source?.name) ?? '', parts.join(' ')]
  return names.find((name) => trimPasted(name) !== '' && !/\S@\S/.test(name)) ?? null
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}

/** Some providers send booleans as text. */
function flagOf(claim: unknown): boolean | null {
  if (claim === undefined || claim === null) return null
  return claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true')
}
