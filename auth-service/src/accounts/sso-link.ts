import { z } from 'zod'

/** A person at an identity provider. */
export type SsoLink = { issuer: string; subject: string }

/** The session at the provider that a sign-in came from. */
export const providerSession = z.object({
  issuer: z.string(),
  subject: z.string(),
  sid: z.string().nullable(),
  /** When the provider issued the id_token, in seconds. */
  issuedAt: z.number(),
})

export type ProviderSession = z.infer<typeof providerSession>
