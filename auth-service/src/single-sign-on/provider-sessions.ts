import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { z } from 'zod'
import type { ProviderSession, SsoPerson } from '../accounts/sso-link.ts'

const day = 24 * 60 * 60_000
/** Longer than sessions are valid; every sign-in extends it. */
const lifetimeMs = 400 * day
/** Of a person, and of a session at the provider. */
const maxSessions = 1000
/** Longer than a sign-in takes with a second factor. */
const logoutLifetimeMs = 60 * 60_000

/** All sessions of a person, those without a session id of the provider, or those of one session at the provider. */
type LogoutScope = ({ kind: 'sub' | 'no-sid' } & SsoPerson) | { kind: 'sid'; issuer: string; sid: string }

/** Of a logout token; at least one of `subject` and `sid`. `issuedAt` in seconds. */
export type ProviderLogout = {
  issuer: string
  subject: string | undefined
  sid: string | undefined
  issuedAt: number
}

export type SessionRef = { accountId: string; idHash: string }

type Options = { redis: RedisClient; prefix: string }

/** Logouts can arrive in another order than they were issued. */
const noteLogoutScript = defineScript<{ issuedAt: number; ttlMs: number }, null>({
  name: 'noteLogout',
  keys: 1,
  lua: `
    local noted = tonumber(redis.call('GET', KEYS[1]) or '0')
    redis.call('SET', KEYS[1], string.format('%.0f', math.max(noted, args.issuedAt)), 'PX', args.ttlMs)
  `,
  reply: z.null(),
})

/** Which sessions a logout at the provider ends. */
export function providerSessions({ redis, prefix }: Options) {
  const keyOf = (what: 'session' | 'logout', scope: LogoutScope) => {
    const name = [scope.kind, scope.issuer, scope.kind === 'sid' ? scope.sid : scope.subject]
    return `${prefix}sso-${what}:${digestText(JSON.stringify(name))}`
  }
  const tokenKey = (issuer: string, jti: string) =>
    `${prefix}sso-logout:${digestText(JSON.stringify(['jti', issuer, jti]))}`

  return {
    /** Returns the oldest sessions above the maximum. They must end before they are removed, since no logout would end them. */
    async add(session: ProviderSession, ref: SessionRef): Promise<SessionRef[]> {
      const excess: string[] = []
      for (const scope of scopesOf(session)) {
        const key = keyOf('session', scope)
        await redis.zadd(key, session.issuedAt, memberOf(ref))
        await redis.pexpire(key, lifetimeMs)
        excess.push(...(await redis.zrange(key, 0, String(-maxSessions - 1))))
      }
      return [...new Set(excess)].map(refOf)
    },

    async remove(session: ProviderSession, refs: SessionRef[]): Promise<void> {
      for (const scope of scopesOf(session)) await redis.zrem(keyOf('session', scope), ...refs.map(memberOf))
    },

    /** Whether the provider sent a logout after it issued the id_token. */
    async isEnded(session: ProviderSession): Promise<boolean> {
      const ends = await Promise.all(scopesOf(session).map((scope) => redis.get(keyOf('logout', scope))))
      return ends.some((endedAt) => endedAt !== null && Number(endedAt) >= session.issuedAt)
    },

    /** Ends sign-ins that are not complete, and returns the sessions of the others. Later sign-ins go on. */
    async end(logout: ProviderLogout): Promise<SessionRef[]> {
      const { issuedAt } = logout
      const members: string[] = []
      for (const scope of endedBy(logout)) {
        await noteLogoutScript(redis, [keyOf('logout', scope)], { issuedAt, ttlMs: logoutLifetimeMs })
        members.push(...(await redis.zrange(keyOf('session', scope), '-inf', String(issuedAt), 'BYSCORE')))
      }
      return [...new Set(members)].map(refOf)
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
  const known =
    sid === null ? ({ kind: 'no-sid', issuer, subject } as const) : ({ kind: 'sid', issuer, sid } as const)
  return [{ kind: 'sub', issuer, subject }, known]
}

/** A session without a session id may be the one that ends. */
function endedBy({ issuer, subject, sid }: ProviderLogout): LogoutScope[] {
  const named = sid === undefined ? [] : [{ kind: 'sid', issuer, sid } as const]
  if (subject === undefined) return named
  return [...named, { kind: sid === undefined ? 'sub' : 'no-sid', issuer, subject }]
}

const memberOf = ({ accountId, idHash }: SessionRef) => `${accountId} ${idHash}`

function refOf(member: string): SessionRef {
  const [accountId = '', idHash = ''] = member.split(' ')
  return { accountId, idHash }
}
