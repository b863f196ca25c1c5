import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'

export type AttemptRules = {
  /** Failures within `windowMs` before each further attempt has to wait, up to `maxWaitMs`. */
  free: number
  windowMs: number
  maxWaitMs: number
  /** Consecutive failures that lock the password. */
  lockoutThreshold: number
  /** How long consecutive failures are stored; `fewFailuresTtlMs` applies to at most `maxFewFailures` of them. */
  failuresTtlMs: number
  maxFewFailures: number
  fewFailuresTtlMs: number
  locationTtlMs: number
  /** An attempt in flight for longer was lost with its process. */
  inFlightMs: number
}

type Outcome = 'locked' | 'busy' | 'wait' | 'taken'
type AttemptArgs = { now: number; field: string; takenAt: number }

// All attempts for one email address are in one hash with a field per source, so that each script is atomic in a Redis Cluster too.
// A field is JSON: consecutive `failures` and the time of the `last`, `times` of the failures in the window, `level` of the wait
// and when it `ends`, when each attempt `in_flight` was taken, and when a location was last `seen` to sign in. Zero and empty values
// are omitted, so that a guess takes little memory. The key of a locked password never expires, also for addresses without an
// account: their responses must not differ. PEXPIRE adds a minute for clocks that differ.
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
    elseif state.seen then ttl = args.locationTtlMs end
    if remaining ~= -1 and remaining < ttl then redis.call('PEXPIRE', key, ttl + 60000) end
  end

  local function endAttempt(state)
    for i, time in ipairs(state.in_flight) do
      if time == args.takenAt then return table.remove(state.in_flight, i) end
    end
  end
`

/**
 * Takes one attempt before its password is checked. `field` is a source that is certain, else `location` is one that may be known.
 * Returns the field it counts for, and whether it is `taken`, has to `wait` (with the end), is `locked`, or `busy`: enough attempts
 * are in flight to decide the next one.
 */
export const takeAttempt = defineScript<
  AttemptRules & { now: number; field?: string; location?: string },
  [field: string, outcome: Outcome, endsAt?: string | undefined]
>({
  name: 'takeAttempt',
  keys: 1,
  lua: `${shared}
    local field = args.field
    if not field then
      local seen = read(args.location).seen
      field = seen and now < seen + args.locationTtlMs and args.location or 'strangers'
    end

    local state = read(field)
    if state.failures >= args.lockoutThreshold then return { field, 'locked' } end
    if now < state.ends then return { field, 'wait', string.format('%.0f', state.ends) } end
    local left = state.level > 0 and 1 or math.max(1, args.free - #state.times)
    if #state.in_flight >= math.min(left, args.lockoutThreshold - state.failures) then return { field, 'busy' } end
    table.insert(state.in_flight, now)
    write(field, state)
    return { field, 'taken' }
  `,
  reply: z.tuple([z.string(), z.enum(['locked', 'busy', 'wait', 'taken']), z.string().optional()]),
})

/** Ends an attempt whose password was not checked. */
export const refundAttempt = defineScript<AttemptRules & AttemptArgs, null>({
  name: 'refundAttempt',
  keys: 1,
  lua: `${shared}
    local state = read(args.field)
    endAttempt(state)
    write(args.field, state)
  `,
  reply: z.null(),
})

export const countFailure = defineScript<AttemptRules & AttemptArgs, null>({
  name: 'countFailure',
  keys: 1,
  lua: `${shared}
    local state = read(args.field)
    endAttempt(state)
    table.insert(state.times, now)
    if #state.times > args.free then table.remove(state.times, 1) end
    state.failures, state.last = state.failures + 1, now
    if state.level > 0 or #state.times >= args.free then
      state.level = state.level + 1
      state.ends = now + math.min(1000 * 2 ^ (state.level - 1), args.maxWaitMs)
    end
    write(args.field, state)
  `,
  reply: z.null(),
})

/**
 * Ends an attempt with the right password: resets its source, and the lockout count of strangers. The wait of strangers stays,
 * because they may be guessing now.
 */
export const resetFailures = defineScript<AttemptRules & AttemptArgs, null>({
  name: 'resetFailures',
  keys: 1,
  lua: `${shared}
    local state = read(args.field)
    endAttempt(state)
    state.failures, state.level, state.times = 0, 0, {}
    write(args.field, state)
    local strangers = read('strangers')
    if strangers.failures > 0 and strangers.failures < args.lockoutThreshold then
      strangers.failures = 0
      write('strangers', strangers)
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
    redis.call('PEXPIRE', key, args.locationTtlMs + 60000)
  `,
  reply: z.null(),
})

/** Makes a location known and evicts the least recently used sources above `maxKnown`, except the `protected` ones. */
export const rememberLocation = defineScript<
  AttemptRules & { now: number; location: string; maxKnown: number; protected: string[] },
  null
>({
  name: 'rememberLocation',
  keys: 1,
  lua: `${shared}
    local location = read(args.location)
    location.seen = now
    write(args.location, location)
    local surplus = redis.call('HLEN', key) - args.maxKnown
    if surplus <= 0 then return end

    local protected, known = { [args.location] = true }, {}
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
