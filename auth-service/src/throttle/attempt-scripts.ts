import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'

export type AttemptRules = {
  /** Failures within `windowMs` before each further attempt has to wait, up to `maxWaitMs`. */
  failuresBeforeDelay: number
  windowMs: number
  maxWaitMs: number
  /** Consecutive failures that lock the password. */
  lockoutThreshold: number
  /** How long consecutive failures are stored; `fewFailuresTtlMs` applies to at most `maxFewFailures` of them. */
  failuresTtlMs: number
  maxFewFailures: number
  fewFailuresTtlMs: number
  addressTtlMs: number
  /** An attempt in flight for longer was lost with its process. */
  inFlightMs: number
}

type Outcome = 'locked' | 'tooManyInFlight' | 'wait' | 'taken'
type AttemptArgs = { now: number; sourceField: string; takenAt: number }

/** The stored name of the field that unknown sources share. */
export const unknownSources = 'strangers'

// All attempts for one email address are in one hash, so that each script is atomic in a Redis Cluster too. It has a field per
// source:
//
// | Source of an attempt | Field |
// | --- | --- |
// | a known device | `device:` and its id |
// | a caller who is signed in | `signed-in` |
// | a known client address: one that signed in within `addressTtlMs` | `location:` and the address (IPv6: /64) |
// | unknown sources, all together | `strangers` |
//
// The value of a field is JSON: consecutive `failures` and the time of the `last`, `times` of the failures in the window, `level`
// of the wait and when it `ends`, when each attempt `in_flight` was taken, and when a client address was last `seen` to sign in.
// Zero and empty values are omitted, so that a guess takes little memory. The key of a locked password never expires, also for
// email addresses without an account: their responses must not differ. PEXPIRE adds a minute for clocks that differ.
const shared = `
  local key, now = KEYS[1], args.now

  local function recent(times, ms)
    local found = {}
    for _, time in ipairs(times or {}) do
      if time > now - ms then found[#found + 1] = time end
    end
    return found
  end

  local function read(field)
    local text = redis.call('HGET', key, field)
    local state = text and cjson.decode(text) or {}
    state.failures, state.level, state.ends = state.failures or 0, state.level or 0, state.ends or 0
    state.times, state.in_flight = recent(state.times, args.windowMs), recent(state.in_flight, args.inFlightMs)
    local ttl = state.failures > args.maxFewFailures and args.failuresTtlMs or args.fewFailuresTtlMs
    if state.failures < args.lockoutThreshold and now >= (state.last or 0) + ttl then state.failures = 0 end
    if now >= state.ends + args.windowMs then state.level = 0 end
    return state
  end

  local function write(field, state)
    local stored = { seen = state.seen }
    if state.failures > 0 then stored.failures, stored.last = state.failures, state.last end
    if state.level > 0 then stored.level, stored.ends = state.level, state.ends end
    if #state.times > 0 then stored.times = state.times end
    if #state.in_flight > 0 then stored.in_flight = state.in_flight end
    if next(stored) == nil then return redis.call('HDEL', key, field) end

    local remaining = redis.call('PTTL', key)
    redis.call('HSET', key, field, cjson.encode(stored))
    if state.failures >= args.lockoutThreshold then return redis.call('PERSIST', key) end
    local ttl = args.fewFailuresTtlMs
    if state.failures > args.maxFewFailures then ttl = args.failuresTtlMs
    elseif state.seen then ttl = args.addressTtlMs end
    if remaining ~= -1 and remaining < ttl then redis.call('PEXPIRE', key, ttl + 60000) end
  end

  local function endAttempt(state)
    for i, time in ipairs(state.in_flight) do
      if time == args.takenAt then return table.remove(state.in_flight, i) end
    end
  end
`

/**
 * Takes one attempt before its password is checked. Without a `sourceField` it counts for `addressKey` if that client address is
 * known, else for unknown sources. Returns the field, and whether the attempt is `taken`, has to `wait` (with the end), is
 * `locked`, or there are `tooManyInFlight`: enough to reach a limit.
 */
export const takeAttempt = defineScript<
  AttemptRules & { now: number; sourceField?: string; addressKey?: string },
  [sourceField: string, outcome: Outcome, endsAt?: string | undefined]
>({
  name: 'takeAttempt',
  keys: 1,
  lua: `${shared}
    local sourceField = args.sourceField
    if not sourceField then
      local seen = read(args.addressKey).seen
      sourceField = seen and now < seen + args.addressTtlMs and args.addressKey or '${unknownSources}'
    end

    local state = read(sourceField)
    if state.failures >= args.lockoutThreshold then return { sourceField, 'locked' } end
    if now < state.ends then return { sourceField, 'wait', string.format('%.0f', state.ends) } end
    local left = state.level > 0 and 1 or math.max(1, args.failuresBeforeDelay - #state.times)
    if #state.in_flight >= math.min(left, args.lockoutThreshold - state.failures) then return { sourceField, 'tooManyInFlight' } end
    table.insert(state.in_flight, now)
    write(sourceField, state)
    return { sourceField, 'taken' }
  `,
  reply: z.tuple([z.string(), z.enum(['locked', 'tooManyInFlight', 'wait', 'taken']), z.string().optional()]),
})

/** Ends an attempt whose password was not checked. */
export const refundAttempt = defineScript<AttemptRules & AttemptArgs, null>({
  name: 'refundAttempt',
  keys: 1,
  lua: `${shared}
    local state = read(args.sourceField)
    endAttempt(state)
    write(args.sourceField, state)
  `,
  reply: z.null(),
})

export const countFailure = defineScript<AttemptRules & AttemptArgs, null>({
  name: 'countFailure',
  keys: 1,
  lua: `${shared}
    local state = read(args.sourceField)
    endAttempt(state)
    table.insert(state.times, now)
    if #state.times > args.failuresBeforeDelay then table.remove(state.times, 1) end
    state.failures, state.last = state.failures + 1, now
    if state.level > 0 or #state.times >= args.failuresBeforeDelay then
      state.level = state.level + 1
      state.ends = now + math.min(1000 * 2 ^ (state.level - 1), args.maxWaitMs)
    end
    write(args.sourceField, state)
  `,
  reply: z.null(),
})

/**
 * Ends an attempt with the right password: resets its source, and the lockout count of unknown sources. Their wait stays,
 * because they may be guessing now.
 */
export const resetFailures = defineScript<AttemptRules & AttemptArgs, null>({
  name: 'resetFailures',
  keys: 1,
  lua: `${shared}
    local state = read(args.sourceField)
    endAttempt(state)
    state.failures, state.level, state.times = 0, 0, {}
    write(args.sourceField, state)
    local unknown = read('${unknownSources}')
    if unknown.failures > 0 and unknown.failures < args.lockoutThreshold then
      unknown.failures = 0
      write('${unknownSources}', unknown)
    end
  `,
  reply: z.null(),
})

export const clearFailures = defineScript<AttemptRules & { now: number }, null>({
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

/** Makes a client address known and evicts the least recently used sources above `maxKnown`, except the `protected` ones. */
export const rememberAddress = defineScript<
  AttemptRules & { now: number; addressKey: string; maxKnown: number; protected: string[] },
  null
>({
  name: 'rememberAddress',
  keys: 1,
  lua: `${shared}
    local address = read(args.addressKey)
    address.seen = now
    write(args.addressKey, address)
    local surplus = redis.call('HLEN', key) - args.maxKnown
    if surplus <= 0 then return end

    local protected, known = { [args.addressKey] = true }, {}
    for _, field in ipairs(args.protected) do protected[field] = true end
    local flat = redis.call('HGETALL', key)
    for i = 1, #flat, 2 do
      local each = cjson.decode(flat[i + 1])
      if not protected[flat[i]] then known[#known + 1] = { flat[i], math.max(each.seen or 0, each.last or 0) } end
    end
    table.sort(known, function(a, b) return a[2] < b[2] end)
    for i = 1, math.min(surplus, #known) do redis.call('HDEL', key, known[i][1]) end
  `,
  reply: z.null(),
})
