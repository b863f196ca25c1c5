import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digest } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'
import type { SsoLink } from '../accounts/sso-link.ts'

const day = 24 * 60 * 60_000
/** Longer than sessions are valid; every sign-in extends it. */
const lifetimeMs = 400 * day
/** The largest number of sessions that an account can have. */
const maxSessions = 1000
/** Longer than a sign-in takes with a second factor. */
const logoutLifetimeMs = 60 * 60_000

/** The session at the provider that a sign-in came from. */
export const providerSession = z.object({
  issuer: z.string(),
  subject: z.string(),
  sid: z.string().nullable(),
  /** When the provider issued the id_token, in seconds. */
  issuedAt: z.number(),
})

export type ProviderSession = z.infer<typeof providerSession>

/** All sessions of a person, or those of one session at the provider. */
export type LogoutScope = SsoLink | { issuer: string; sid: string }

export type SessionRef = { accountId: string; idHash: string }

type Options = { redis: RedisClient; prefix: string; clock: Clock }

/** Which sessions a logout at the provider ends. */
export function providerSessions({ redis, prefix, clock }: Options) {
  const keyOf = (kind: 'session' | 'logout', scope: LogoutScope) => {
    const name = 'sid' in scope ? ['sid', scope.issuer, scope.sid] : ['sub', scope.issuer, scope.subject]
    return `${prefix}sso-${kind}:${digest(JSON.stringify(name)).toString('base64url')}`
  }
  const tokenKey = (issuer: string, jti: string) =>
    `${prefix}sso-logout:${digest(JSON.stringify(['jti', issuer, jti])).toString('base64url')}`

  return {
    async add(session: ProviderSession, { accountId, idHash }: SessionRef): Promise<void> {
      for (const scope of scopesOf(session)) {
        const key = keyOf('session', scope)
        await redis.zadd(key, clock.now(), `${accountId} ${idHash}`)
        await redis.zremrangebyrank(key, 0, -maxSessions - 1)
        await redis.pexpire(key, lifetimeMs)
      }
    },

    /** Whether the provider sent a logout after it issued the id_token. */
    async isEnded(session: ProviderSession): Promise<boolean> {
      const ends = await Promise.all(scopesOf(session).map((scope) => redis.get(keyOf('logout', scope))))
      return ends.some((endedAt) => endedAt !== null && Number(endedAt) >= session.issuedAt)
    },

    /** Ends sign-ins that are not complete, and returns the sessions of the others. */
    async end(scope: LogoutScope, issuedAt: number): Promise<SessionRef[]> {
      await redis.set(keyOf('logout', scope), String(issuedAt), 'PX', logoutLifetimeMs)
      const members = await redis.zrange(keyOf('session', scope), 0, '-1')
      return members.map((member) => {
        const [accountId = '', idHash = ''] = member.split(' ')
        return { accountId, idHash }
      })
    },

    /** False for a logout token that was taken before. */
    takeToken: async (issuer: string, jti: string): Promise<boolean> =>
      (await redis.set(tokenKey(issuer, jti), '1', 'PX', logoutLifetimeMs, 'NX')) === 'OK',

    async releaseToken(issuer: string, jti: string): Promise<void> {
      await redis.del(tokenKey(issuer, jti))
    },
  }
}

function scopesOf({ issuer, subject, sid }: ProviderSession): LogoutScope[] {
  return [{ issuer, subject }, ...(sid === null ? [] : [{ issuer, sid }])]
}
