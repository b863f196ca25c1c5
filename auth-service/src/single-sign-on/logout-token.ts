import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import { clockToleranceSeconds, type Provider, signingAlgorithms } from './provider.ts'

const maxAgeSeconds = 5 * 60
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const identifier = z.string().min(1).max(255)
/** Some providers write null for none. */
const optionalIdentifier = identifier.nullish().transform((value) => value ?? undefined)

/** Not `at+jwt` and others, which the provider signs with the same key. */
const headerSchema = z.object({
  typ: z
    .string()
    .regex(/^(application\/)?(logout\+)?jwt$/i)
    .optional(),
})

/** The provider is not asked to add another audience. A nonce is that of an id_token. */
const claimsSchema = z
  .object({
    aud: z.union([z.string(), z.tuple([z.string()])]),
    iat: z.number(),
    jti: identifier,
    sub: optionalIdentifier,
    sid: optionalIdentifier,
    events: z.object({ [logoutEvent]: z.looseObject({}) }),
    nonce: z.null().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, 'sub and sid are missing')

export type LogoutToken = z.infer<typeof claimsSchema>

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function readLogoutToken(
  { keys, metadata, config }: Provider,
  token: string,
  clock: Clock,
): Promise<LogoutToken> {
  // Everybody can send this token, so TLS proves nothing about it.
  if (!keys) throw new Error('The provider has no keys.')
  const expected = {
    algorithms: signingAlgorithms,
    issuer: metadata.issuer,
    audience: config.clientId ?? '',
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(clock.now()),
    maxTokenAge: maxAgeSeconds,
  }
  const { payload, protectedHeader } = await keys.verify((select) => jwtVerify(token, select, expected))
  parsed(headerSchema, protectedHeader)
  return parsed(claimsSchema, payload)
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value)
  if (error) throw new Error(z.prettifyError(error))
  return data
}

export function invalidLogoutToken(): ServiceError {
  return invalidFields({ logout_token: 'INVALID_LOGOUT_TOKEN' })
}
