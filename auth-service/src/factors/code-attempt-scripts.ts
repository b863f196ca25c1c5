import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'

type Budget = { now: number; limit: number; windowMs: number }

// The keys of an account share a slot, so each script is atomic in a Redis Cluster too:
//
// | Key | Content |
// | --- | --- |
// | `sign-in`, `step-up` | the times of the last attempts, in JSON; a right code removes them |
// | `ticket:` and its digest | a hash: the sign-in in JSON, its end, the number of attempts |
const readBudget = `
  local key, now = KEYS[1], args.now
  local times = {}
  for _, time in ipairs(cjson.decode(redis.call('GET', key) or '[]')) do
    if time > now - args.windowMs then times[#times + 1] = time end
  end
  local function writeBudget()
    if #times == 0 then return redis.call('DEL', key) end
    redis.call('SET', key, cjson.encode(times), 'PX', args.windowMs + 60000)
  end
`

/** Takes one attempt before its code is checked. The second key is that of the ticket, if there is one. */
export const takeCodeAttemptScript = defineScript<
  Budget & { maxTicketAttempts: number },
  ['deadTicket'] | ['limited', string] | ['taken', attempts: number, login: string]
>({
  name: 'takeCodeAttempt',
  keys: 'any',
  lua: `${readBudget}
    local ticket = KEYS[2]
    local attempts, login = 0, ''
    if ticket then
      local stored = redis.call('HMGET', ticket, 'expires_at', 'attempts', 'login')
      attempts, login = tonumber(stored[2] or 0), stored[3]
      if now >= tonumber(stored[1] or 0) or attempts >= args.maxTicketAttempts then return { 'deadTicket' } end
    end
    if #times >= args.limit then
      return { 'limited', string.format('%.0f', times[#times - args.limit + 1] + args.windowMs) }
    end
    times[#times + 1] = now
    writeBudget()
    if ticket then attempts = redis.call('HINCRBY', ticket, 'attempts', 1) end
    return { 'taken', attempts, login }
  `,
  reply: z.union([
    z.tuple([z.literal('deadTicket')]),
    z.tuple([z.literal('limited'), z.string()]),
    z.tuple([z.literal('taken'), z.number(), z.string()]),
  ]),
})

/** Ends an attempt whose code was not checked. */
export const refundCodeAttemptScript = defineScript<Budget & { takenAt: number }, null>({
  name: 'refundCodeAttempt',
  keys: 'any',
  lua: `${readBudget}
    for i, time in ipairs(times) do
      if time == args.takenAt then
        table.remove(times, i)
        break
      end
    end
    writeBudget()
    if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then redis.call('HINCRBY', KEYS[2], 'attempts', -1) end
  `,
  reply: z.null(),
})

/** Removes the attempts and the ticket. 0 if the ticket was used meanwhile. */
export const settleCodeAttemptScript = defineScript<Record<never, never>, number>({
  name: 'settleCodeAttempt',
  keys: 'any',
  lua: `
    redis.call('DEL', KEYS[1])
    return KEYS[2] and redis.call('DEL', KEYS[2]) or 1
  `,
  reply: z.number(),
})
