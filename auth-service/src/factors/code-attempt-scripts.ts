import { defineTimedScript } from '@gatehouse/service-kit/storage/timed-script'
import { z } from 'zod'

export const maxTicketAttempts = 5

type Budget = { limit: number; windowMs: number }

// The keys of an account share a slot, so each script is atomic in a Redis Cluster too:
//
// | Key | Content |
// | --- | --- |
// | `attempts` | the budget: the times of the last attempts, in JSON, without those with a right code |
// | `ticket:` and its digest | a hash: the sign-in in JSON, its end, the number of attempts, whether a right code claimed it |
const shared = `
  local function readBudget(key)
    local times = {}
    for _, time in ipairs(cjson.decode(redis.call('GET', key) or '[]')) do
      time = sane(time, args.windowMs)
      if time > now - args.windowMs then times[#times + 1] = time end
    end
    return times
  end

  local function writeBudget(key, times)
    if #times == 0 then return redis.call('DEL', key) end
    redis.call('SET', key, cjson.encode(times), 'PX', args.windowMs + 60000)
  end

  local function removeAttempt(key)
    local times = readBudget(key)
    for i, time in ipairs(times) do
      if time == args.takenAt then
        table.remove(times, i)
        break
      end
    end
    writeBudget(key, times)
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
  lua: `${shared}
    local budget, ticket = KEYS[1], KEYS[2]
    local attempts, login = 0, ''
    if ticket then
      local stored = redis.call('HMGET', ticket, 'expires_at', 'attempts', 'login', 'claimed')
      attempts, login = tonumber(stored[2] or 0), stored[3]
      local isUsed = stored[4] or attempts >= args.maxTicketAttempts
      if args.processNow >= tonumber(stored[1] or 0) or isUsed then return { 'deadTicket' } end
    end
    local times = readBudget(budget)
    if #times >= args.limit then
      return { 'limited', math.ceil(times[#times - args.limit + 1] + args.windowMs - now) }
    end
    times[#times + 1] = now
    writeBudget(budget, times)
    if ticket then attempts = redis.call('HINCRBY', ticket, 'attempts', 1) end
    return { 'taken', now, #times, attempts, login }
  `,
  reply: z.union([
    z.tuple([z.literal('deadTicket')]),
    z.tuple([z.literal('limited'), z.number()]),
    z.tuple([z.literal('taken'), z.number(), z.number(), z.number(), z.string()]),
  ]),
})

/**
 * Returns 1 for the one passkey or right code that may be used for the ticket. The second key is the budget with the attempt
 * of a code, which ends then. Earlier wrong codes stay counted.
 */
export const claimTicketScript = defineTimedScript<Partial<Budget & { takenAt: number }>, number>({
  name: 'claimTicket',
  keys: 'any',
  lua: `${shared}
    local ticket, budget = KEYS[1], KEYS[2]
    if redis.call('EXISTS', ticket) == 0 or redis.call('HSETNX', ticket, 'claimed', 1) == 0 then return 0 end
    if budget then removeAttempt(budget) end
    return 1
  `,
  reply: z.number(),
})

export type CodeAttemptEnd = 'succeeded' | 'refunded' | 'usedMeanwhile'

/**
 * Ends an attempt whose code was not wrong; a wrong one stays as it was taken. Keys as in `takeCodeAttempt`.
 *
 * | Outcome | Budget | Ticket |
 * | --- | --- | --- |
 * | `succeeded`, without a ticket | the attempt is removed | |
 * | `refunded`: not checked, or not used | the attempt is removed; a claim did that already | one attempt less, and not claimed |
 * | `usedMeanwhile`: another request used the code after this one had claimed the ticket | the attempt is there again | not claimed |
 */
export const endCodeAttemptScript = defineTimedScript<
  Budget & { takenAt: number; isClaimed: boolean; outcome: CodeAttemptEnd },
  null
>({
  name: 'endCodeAttempt',
  keys: 'any',
  lua: `${shared}
    local budget, ticket = KEYS[1], KEYS[2]
    if args.outcome == 'usedMeanwhile' then
      local times = readBudget(budget)
      times[#times + 1] = args.takenAt
      writeBudget(budget, times)
    elseif not args.isClaimed then
      removeAttempt(budget)
    end
    if not ticket or redis.call('EXISTS', ticket) == 0 then return end

    if args.outcome == 'refunded' then redis.call('HINCRBY', ticket, 'attempts', -1) end
    if args.isClaimed then redis.call('HDEL', ticket, 'claimed') end
  `,
  reply: z.null(),
})
