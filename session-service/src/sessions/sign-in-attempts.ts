import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'
import type { SessionKey } from './session-token.ts'

export type SignInAttempts = ReturnType<typeof signInAttempts>

/** Longer than any request that creates a session. */
const ttlMs = 60_000

// A record has a line for each session of the attempt, and before them `ended`, if it ended.

const beginSession = defineScript<{ session: string; ttlMs: number }, boolean>({
  name: 'beginSession',
  keys: 1,
  lua: `
    local record = redis.call('GET', KEYS[1]) or ''
    if string.sub(record, 1, 5) == 'ended' then return 0 end
    redis.call('SET', KEYS[1], record .. '\\n' .. args.session, 'PX', args.ttlMs)
    return 1
  `,
  reply: z.number().transform((count) => count === 1),
})

const endAttempt = defineScript<{ ttlMs: number }, string>({
  name: 'endAttempt',
  keys: 1,
  lua: `
    local record = redis.call('GET', KEYS[1]) or ''
    if string.sub(record, 1, 5) ~= 'ended' then record = 'ended' .. record end
    redis.call('SET', KEYS[1], record, 'PX', args.ttlMs)
    return record
  `,
  reply: z.string(),
})

/**
 * What a sign-in attempt created. The caller of a failed or cancelled request does not know the session, and a service does not
 * know whether its response arrived, so they end the attempt.
 */
export function signInAttempts({ redis, prefix }: { redis: RedisClient; prefix: string }) {
  const keyOf = (attemptId: string) => `${prefix}sessions:attempt:${attemptId}`

  return {
    /** Before the session is stored. False if the attempt ended. */
    begin: (attemptId: string, { accountId, idHash }: SessionKey): Promise<boolean> =>
      beginSession(redis, [keyOf(attemptId)], { session: `${accountId} ${idHash}`, ttlMs }),

    /** After the session is stored: if the attempt ended before that, `end` could not revoke the session. */
    async isEnded(attemptId: string): Promise<boolean> {
      return (await redis.get(keyOf(attemptId)))?.startsWith('ended') ?? false
    },

    /** Returns the sessions of the attempt, also if it ended before: the revocation may have failed. */
    async end(attemptId: string): Promise<SessionKey[]> {
      const [, ...sessions] = (await endAttempt(redis, [keyOf(attemptId)], { ttlMs })).split('\n')
      return sessions.map((session) => {
        const [accountId = '', idHash = ''] = session.split(' ')
        return { accountId, idHash }
      })
    },
  }
}
