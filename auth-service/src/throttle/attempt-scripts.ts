import { defineTimedScript } from '@gatehouse/service-kit/storage/timed-script'
import { z } from 'zod'

export type AttemptRules = {
  /** Failures within `windowMs` before each further attempt is delayed, up to `maxDelayMs`. */
  failuresBeforeDelay: number
  windowMs: number
  maxDelayMs: number
  /** Consecutive failures that lock the password. */
  lockoutThreshold: number
  /** How long failures are stored; `fewFailuresTtlMs` applies to at most `maxFewFailures`. */
  failuresTtlMs: number
  maxFewFailures: number
  fewFailuresTtlMs: number
  addressTtlMs: number
  /** An attempt in flight for longer was lost with its process. */
  inFlightMs: number
}

type Outcome = 'locked' | 'tooManyInFlight' | 'delayed' | 'taken'

export type AttemptEnd = 'refunded' | 'failed' | 'succeeded'

export const unknownSources = 'unknown'

// All attempts for one email address are in one hash, so that each script is atomic in a Redis Cluster too.
// It has a field per source, whose value is the state in JSON:
//
// | Source of an attempt | Field |
// | --- | --- |
// | a known device | `device:` and its id |
// | a caller who is signed in | `signed-in` |
// | a known client address: one that signed in within `addressTtlMs` | `address:` and the address (IPv6: /64) |
// | unknown sources, all together | `unknown` |
const shared = `
  local key = KEYS[1]

  local function recent(times, ms)
    local found = {}
    for _, time in ipairs(times or {}) do
      time = sane(time, ms)
      if time > now - ms then found[#found + 1] = time end
    end
    return found
  end

  local function read(field)
    local text = redis.call('HGET', key, field)
    local stored = text and cjson.decode(text) or {}
    local state = {
      failures = stored.failures or 0, -- consecutive ones
      lastFailureAt = sane(stored.last or 0, 0),
      failureTimes = recent(stored.times, args.windowMs),
      delayLevel = stored.level or 0, -- the delay is 1 s at level 1 and doubles with each level
      delayEndsAt = sane(stored.ends or 0, args.maxDelayMs),
      inFlight = recent(stored.in_flight, args.inFlightMs), -- when each attempt in flight was taken
      lastSignInAt = stored.seen and sane(stored.seen, 0), -- of a known client address only
    }
    local ttl = state.failures > args.maxFewFailures and args.failuresTtlMs or args.fewFailuresTtlMs
    if state.failures < args.lockoutThreshold and now >= state.lastFailureAt + ttl then state.failures = 0 end
    if now >= state.delayEndsAt + args.windowMs then state.delayLevel = 0 end
    return state
  end

  -- Stored names are short, and zero and empty values are omitted, so that a guess takes little memory.
  local function write(field, state)
    local stored = { seen = state.lastSignInAt }
    if state.failures > 0 then stored.failures, stored.last = state.failures, state.lastFailureAt end
    if state.delayLevel > 0 then stored.level, stored.ends = state.delayLevel, state.delayEndsAt end
    if #state.failureTimes > 0 then stored.times = state.failureTimes end
    if #state.inFlight > 0 then stored.in_flight = state.inFlight end
    if next(stored) == nil then return redis.call('HDEL', key, field) end

    local remaining = redis.call('PTTL', key)
    redis.call('HSET', key, field, cjson.encode(stored))
    -- A locked password stays locked, also without an account: the responses must not differ.
    if state.failures >= args.lockoutThreshold then return redis.call('PERSIST', key) end
    local ttl = args.fewFailuresTtlMs
    if state.failures > args.maxFewFailures then ttl = args.failuresTtlMs
    elseif state.lastSignInAt then ttl = args.addressTtlMs end
    -- A minute more, since the clocks of tests and earlier releases differ from that of Redis.
    if remaining ~= -1 and remaining < ttl then redis.call('PEXPIRE', key, ttl + 60000) end
  end
`

/**
 * Takes one attempt before its password is checked. Without a `sourceField` it counts for `addressKey` if
 * that client address is known, else for unknown sources. Returns the field and the outcome; `delayed` with
 * the milliseconds to wait, `taken` with its time and since when a known address is known, `tooManyInFlight` if the attempts in flight
 * suffice to reach a limit.
 */
export const takeAttemptScript = defineTimedScript<
  AttemptRules & { sourceField?: string; addressKey?: string },
  [sourceField: string, outcome: Outcome, ms?: number | undefined, sinceMs?: number | undefined]
>({
  name: 'takeAttempt',
  keys: 1,
  lua: `${shared}
    local sourceField, sinceMs = args.sourceField, nil
    if not sourceField then
      local lastSignInAt = read(args.addressKey).lastSignInAt
      if lastSignInAt and now < lastSignInAt + args.addressTtlMs then sinceMs = now - lastSignInAt end
      sourceField = sinceMs and args.addressKey or '${unknownSources}'
    end

    local state = read(sourceField)
    if state.failures >= args.lockoutThreshold then return { sourceField, 'locked' } end
    if now < state.delayEndsAt then return { sourceField, 'delayed', math.ceil(state.delayEndsAt - now) } end
    -- After a delay only one attempt at a time.
    local left = state.delayLevel > 0 and 1 or math.max(1, args.failuresBeforeDelay - #state.failureTimes)
    if #state.inFlight >= math.min(left, args.lockoutThreshold - state.failures) then
      return { sourceField, 'tooManyInFlight' }
    end
    table.insert(state.inFlight, now)
    write(sourceField, state)
    return { sourceField, 'taken', now, sinceMs }
  `,
  reply: z.tuple([
    z.string(),
    z.enum(['locked', 'tooManyInFlight', 'delayed', 'taken']),
    z.number().optional(),
    z.number().optional(),
  ]),
})

/**
 * Ends an attempt in flight:
 *
 * | Outcome | Failures of the source | Its delay | Failures of unknown sources |
 * | --- | --- | --- | --- |
 * | `refunded`: not checked | stay | stays | stay |
 * | `failed` | one more | doubles; begins at `failuresBeforeDelay` within the window | stay |
 * | `succeeded` | none | none | none unless they locked the password; their delay stays, since they may be guessing now |
 */
export const endAttemptScript = defineTimedScript<
  AttemptRules & { sourceField: string; takenAt: number; outcome: AttemptEnd },
  null
>({
  name: 'endAttempt',
  keys: 1,
  lua: `${shared}
    local state = read(args.sourceField)
    for i, time in ipairs(state.inFlight) do
      if time == args.takenAt then
        table.remove(state.inFlight, i)
        break
      end
    end

    if args.outcome == 'failed' then
      table.insert(state.failureTimes, now)
      if #state.failureTimes > args.failuresBeforeDelay then table.remove(state.failureTimes, 1) end
      state.failures, state.lastFailureAt = state.failures + 1, now
      if state.delayLevel > 0 or #state.failureTimes >= args.failuresBeforeDelay then
        state.delayLevel = state.delayLevel + 1
        state.delayEndsAt = now + math.min(1000 * 2 ^ (state.delayLevel - 1), args.maxDelayMs)
      end
    elseif args.outcome == 'succeeded' then
      state.failures, state.delayLevel, state.failureTimes = 0, 0, {}
    end
    write(args.sourceField, state)
    if args.outcome ~= 'succeeded' then return end

    local unknown = read('${unknownSources}')
    if unknown.failures > 0 and unknown.failures < args.lockoutThreshold then
      unknown.failures = 0
      write('${unknownSources}', unknown)
    end
  `,
  reply: z.null(),
})

export const clearFailuresScript = defineTimedScript<AttemptRules, null>({
  name: 'clearFailures',
  keys: 1,
  lua: `${shared}
    local flat = redis.call('HGETALL', key)
    for i = 1, #flat, 2 do
      local seen = cjson.decode(flat[i + 1]).seen
      if seen then redis.call('HSET', key, flat[i], cjson.encode({ seen = seen })) else redis.call('HDEL', key, flat[i]) end
    end
    redis.call('PEXPIRE', key, args.addressTtlMs + 60000)
  `,
  reply: z.null(),
})

/** Evicts the least recently used sources above `maxKnown`, except the `protected` ones. */
export const rememberAddressScript = defineTimedScript<
  AttemptRules & { addressKey: string; maxKnown: number; protected: string[] },
  null
>({
  name: 'rememberAddress',
  keys: 1,
  lua: `${shared}
    local address = read(args.addressKey)
    address.lastSignInAt = now
    write(args.addressKey, address)
    local surplus = redis.call('HLEN', key) - args.maxKnown
    if surplus <= 0 then return end

    local protected, known = { [args.addressKey] = true }, {}
    for _, field in ipairs(args.protected) do protected[field] = true end
    local flat = redis.call('HGETALL', key)
    for i = 1, #flat, 2 do
      local each = cjson.decode(flat[i + 1])
      if not protected[flat[i]] then known[#known + 1] = { flat[i], sane(math.max(each.seen or 0, each.last or 0), 0) } end
    end
    table.sort(known, function(a, b) return a[2] < b[2] end)
    for i = 1, math.min(surplus, #known) do redis.call('HDEL', key, known[i][1]) end
  `,
  reply: z.null(),
})
