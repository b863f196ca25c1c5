import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { defineTimedScript } from '@gatehouse/service-kit/storage/timed-script'
import { z } from 'zod'

export const maxTicketAttempts = 5

type Budget = { limit: number; windowMs: number }

// The keys of an account share a slot, so each script is atomic in a Redis Cluster too:
//
// | Key | Content |
// | --- | --- |
// | `attempts` | the times of the last attempts, in JSON, without those with a right code |
// | `warned` | when the owner got the last mail about wrong codes |
// | `ticket:` and its digest | a hash: the sign-in in JSON, its end, the number of attempts, whether a right code claimed it |
const readBudget = `
  local key = KEYS[1]
  local times = {}
  for _, time in ipairs(cjson.decode(redis.call('GET', key) or '[]')) do
    time = sane(time, args.windowMs)
    if time > now - args.windowMs then times[#times + 1] = time end
  end
  local function writeBudget()
    if #times == 0 then return redis.call('DEL', key) end
    redis.call('SET', key, cjson.encode(times), 'PX', args.windowMs + 60000)
  end
  local function removeAttempt()
    for i, time in ipairs(times) do
      if time == args.takenAt then
        table.remove(times, i)
        break
      end
    end
    writeBudget()
  end
`

/**
 * Takes one attempt before its code is checked. The second key is that of the ticket, if there is one, whose lifetime is by
 * `processNow`. Returns `limited` with the milliseconds to wait, `taken` with its time first.
 */
export const takeCodeAttemptScript = defineTimedScript<
  Budget & { maxTicketAttempts: number; processNow: number },
  | ['deadTicket']
  | ['limited', waitMs: number]
  | ['taken', takenAt: number, accountAttempts: number, ticketAttempts: number, login: string]
>({
  name: 'takeCodeAttempt',
  keys: 'any',
  lua: `${readBudget}
    local ticket = KEYS[2]
    local attempts, login = 0, ''
    if ticket then
      local stored = redis.call('HMGET', ticket, 'expires_at', 'attempts', 'login', 'claimed')
      attempts, login = tonumber(stored[2] or 0), stored[3]
      local isUsed = stored[4] or attempts >= args.maxTicketAttempts
      if args.processNow >= tonumber(stored[1] or 0) or isUsed then return { 'deadTicket' } end
    end
    if #times >= args.limit then
      return { 'limited', math.ceil(times[#times - args.limit + 1] + args.windowMs - now) }
    end
    times[#times + 1] = now
    writeBudget()
    if ticket then attempts = redis.call('HINCRBY', ticket, 'attempts', 1) end
    return { 'taken', now, #times, attempts, login }
  `,
  reply: z.union([
    z.tuple([z.literal('deadTicket')]),
    z.tuple([z.literal('limited'), z.number()]),
    z.tuple([z.literal('taken'), z.number(), z.number(), z.number(), z.string()]),
  ]),
})

/** Returns 1 for the one attempt that may use a right code for the ticket. Earlier wrong codes stay counted. */
export const claimWithCodeScript = defineTimedScript<Budget & { takenAt: number }, number>({
  name: 'claimWithCode',
  keys: 2,
  lua: `${readBudget}
    if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HSETNX', KEYS[2], 'claimed', 1) == 0 then return 0 end
    removeAttempt()
    return 1
  `,
  reply: z.number(),
})

/** Releases the ticket when another request used the code first. The attempt then counts as a wrong code. */
export const releaseTicketScript = defineTimedScript<Budget & { takenAt: number }, null>({
  name: 'releaseTicket',
  keys: 2,
  lua: `${readBudget}
    times[#times + 1] = args.takenAt
    writeBudget()
    redis.call('HDEL', KEYS[2], 'claimed')
  `,
  reply: z.null(),
})

/** Returns 1 for the one passkey that may be used for the ticket. */
export const claimTicketScript = defineScript<Record<never, never>, number>({
  name: 'claimTicket',
  keys: 1,
  lua: `
    if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
    return redis.call('HSETNX', KEYS[1], 'claimed', 1)
  `,
  reply: z.number(),
})

/** Ends an attempt whose code was not checked. */
export const refundCodeAttemptScript = defineTimedScript<
  Budget & { takenAt: number; isClaimed: boolean },
  null
>({
  name: 'refundCodeAttempt',
  keys: 'any',
  lua: `${readBudget}
    if not args.isClaimed then removeAttempt() end
    if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then
      redis.call('HINCRBY', KEYS[2], 'attempts', -1)
      if args.isClaimed then redis.call('HDEL', KEYS[2], 'claimed') end
    end
  `,
  reply: z.null(),
})

/** A right code without a ticket ends its attempt. Earlier wrong codes stay counted. */
export const settleCodeAttemptScript = defineTimedScript<Budget & { takenAt: number }, null>({
  name: 'settleCodeAttempt',
  keys: 1,
  lua: `${readBudget}
    removeAttempt()
  `,
  reply: z.null(),
})

/** Returns 1 once per window. */
export const takeWarningScript = defineTimedScript<Omit<Budget, 'limit'>, number>({
  name: 'takeWarning',
  keys: 1,
  lua: `
    local warnedAt = sane(tonumber(redis.call('GET', KEYS[1]) or -args.windowMs), 0)
    if now - warnedAt < args.windowMs then return 0 end
    redis.call('SET', KEYS[1], string.format('%.0f', now), 'PX', args.windowMs + 60000)
    return 1
  `,
  reply: z.number(),
})
