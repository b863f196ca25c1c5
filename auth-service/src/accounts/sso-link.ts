import { z } from 'zod'

/** A person at an identity provider. */
export type SsoPerson = { issuer: string; subject: string }

/**
 * The person who can sign in to an account. With `own`, the owner of the account or an operator linked it: then the provider proves
 * nothing about the email address and does not manage it.
 */
export type SsoLink = SsoPerson & {
  own?: true
  /** The provider was asked when the person signed in, and did not say. */
  noAuthTime?: true
}

/** The session at the provider that a sign-in came from. */
export const providerSession = z.object({
  issuer: z.string(),
  subject: z.string(),
  sid: z.string().nullable(),
  /** When the provider issued the id_token, in seconds. */
  issuedAt: z.number(),
})

export type ProviderSession = z.infer<typeof providerSession>
