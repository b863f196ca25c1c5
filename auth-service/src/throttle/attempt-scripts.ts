import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'

/** How tries are counted; every script takes these with arguments of its own. */
export type TryRules = {
  /** Failures within `windowMs` after which each next try has to wait, up to `maxWaitMs`. */
  free: number
  windowMs: number
  maxWaitMs: number
  /** Consecutive failures that close the password. */
  lockoutThreshold: number
  /** How long consecutive failures are remembered, and how long up to `maxFewFailures` of them are. */
  failuresLastMs: number
  maxFewFailures: number
  fewFailuresLastMs: number
  placeLastsMs: number
  /** A try that is in flight for longer was lost with its process. */
  inFlightMs: number
}

type Outcome = 'closed' | 'busy' | 'wait' | 'taken'
type CountedAttempt = { now: number; field: string; takenAt: number }

// All that is remembered of the tries for one email address is one hash with a field for each source: each script is atomic also
// in a Redis Cluster, and forgetting is one DEL. A field is JSON: `row` consecutive failures, the `last` of them, the `times` of
// those in the window, `level` of the wait and its end `ends`, when each try `in_flight` was taken, and `seen`, when a place last
// signed in. What is zero or empty is left out, so that a guess takes little memory. The key of a closed password never expires,
// also for addresses without an account: both must be answered alike. The minute more in PEXPIRE is for clocks that differ.
const shared = `
  local key, arg = KEYS[1], args
  local now = arg.now

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
    state.row, state.level, state.ends = state.row or 0, state.level or 0, state.ends or 0
    state.times, state.in_flight = recent(state.times, arg.windowMs), recent(state.in_flight, arg.inFlightMs)
    local lasts = state.row > arg.maxFewFailures and arg.failuresLastMs or arg.fewFailuresLastMs
    if state.row < arg.lockoutThreshold and now >= (state.last or 0) + lasts then state.row = 0 end
    if now >= state.ends + arg.windowMs then state.level = 0 end
    return state
  end

  local function write(field, state)
    local stored = { seen = state.seen }
    if state.row > 0 then stored.row, stored.last = state.row, state.last end
    if state.level > 0 then stored.level, stored.ends = state.level, state.ends end
    if #state.times > 0 then stored.times = state.times end
    if #state.in_flight > 0 then stored.in_flight = state.in_flight end
    if next(stored) == nil then return redis.call('HDEL', key, field) end

    local ttl = redis.call('PTTL', key)
    redis.call('HSET', key, field, cjson.encode(stored))
    if state.row >= arg.lockoutThreshold then return redis.call('PERSIST', key) end
    local lasts = arg.fewFailuresLastMs
    if state.row > arg.maxFewFailures then lasts = arg.failuresLastMs
    elseif state.seen then lasts = arg.placeLastsMs end
    if ttl ~= -1 and ttl < lasts then redis.call('PEXPIRE', key, lasts + 60000) end
  end

  local function land(state)
    for i, time in ipairs(state.in_flight) do
      if time == arg.takenAt then return table.remove(state.in_flight, i) end
    end
  end
`

/**
 * Takes one try before its password is checked. Arguments: `field` of a known source, else `place`, the field of one that may be
 * known. Returns the field it counts for, and `closed`, `wait` with the end of the wait, `busy` when so many are in flight that
 * their outcome decides, or `taken`.
 */
export const takeAttempt = defineScript<
  TryRules & { now: number; field?: string; place?: string },
  [field: string, outcome: Outcome, endsAt?: string | undefined]
>({
  name: 'takeTry',
  keys: 1,
  lua: `${shared}
    local field = arg.field
    if not field then
      local seen = read(arg.place).seen
      field = seen and now < seen + arg.placeLastsMs and arg.place or 'strangers'
    end

    local state = read(field)
    if state.row >= arg.lockoutThreshold then return { field, 'closed' } end
    if now < state.ends then return { field, 'wait', string.format('%.0f', state.ends) } end
    local left = state.level > 0 and 1 or math.max(1, arg.free - #state.times)
    if #state.in_flight >= math.min(left, arg.lockoutThreshold - state.row) then return { field, 'busy' } end
    table.insert(state.in_flight, now)
    write(field, state)
    return { field, 'taken' }
  `,
  reply: z.tuple([z.string(), z.enum(['closed', 'busy', 'wait', 'taken']), z.string().optional()]),
})

/** Ends a try whose password was not checked. Arguments: `field`, `takenAt`. */
export const refundAttempt = defineScript<TryRules & CountedAttempt, null>({
  name: 'giveTryBack',
  keys: 1,
  lua: `${shared}
    local state = read(arg.field)
    land(state)
    write(arg.field, state)
  `,
  reply: z.null(),
})

/** Counts a wrong password. Arguments: `field`, `takenAt`. */
export const countFailure = defineScript<TryRules & CountedAttempt, null>({
  name: 'countFailure',
  keys: 1,
  lua: `${shared}
    local state = read(arg.field)
    land(state)
    table.insert(state.times, now)
    if #state.times > arg.free then table.remove(state.times, 1) end
    state.row, state.last = state.row + 1, now
    if state.level > 0 or #state.times >= arg.free then
      state.level = state.level + 1
      state.ends = now + math.min(1000 * 2 ^ (state.level - 1), arg.maxWaitMs)
    end
    write(arg.field, state)
  `,
  reply: z.null(),
})

/**
 * Ends a try with a right password, which proves who knows it: no failure of its source counts any more, and those of strangers do
 * not count towards the lockout. The wait of strangers stays: they may be guessing now. Arguments: `field`, `takenAt`.
 */
export const resetFailures = defineScript<TryRules & CountedAttempt, null>({
  name: 'resetFailures',
  keys: 1,
  lua: `${shared}
    local state = read(arg.field)
    land(state)
    state.row, state.level, state.times = 0, 0, {}
    write(arg.field, state)
    local strangers = read('strangers')
    if strangers.row > 0 and strangers.row < arg.lockoutThreshold then
      strangers.row = 0
      write('strangers', strangers)
    end
  `,
  reply: z.null(),
})

/** Forgets all failures and keeps the known places. */
export const keepPlaces = defineScript<TryRules & { now: number }, null>({
  name: 'keepPlaces',
  keys: 1,
  lua: `${shared}
    local flat = redis.call('HGETALL', key)
    for i = 1, #flat, 2 do
      local seen = cjson.decode(flat[i + 1]).seen
      if seen then redis.call('HSET', key, flat[i], cjson.encode({ seen = seen })) else redis.call('HDEL', key, flat[i]) end
    end
    redis.call('PEXPIRE', key, arg.placeLastsMs + 60000)
  `,
  reply: z.null(),
})

/** Makes a place known and evicts the least recently used sources above `maxKnown`. Arguments: `place`, `maxKnown`, fields that `stay`. */
export const notePlace = defineScript<
  TryRules & { now: number; place: string; maxKnown: number; stay: string[] },
  null
>({
  name: 'notePlace',
  keys: 1,
  lua: `${shared}
    local place = read(arg.place)
    place.seen = now
    write(arg.place, place)
    local surplus = redis.call('HLEN', key) - arg.maxKnown
    if surplus <= 0 then return end

    local stays, known = { [arg.place] = true }, {}
    for _, field in ipairs(arg.stay) do stays[field] = true end
    local flat = redis.call('HGETALL', key)
    for i = 1, #flat, 2 do
      local each = cjson.decode(flat[i + 1])
      if not stays[flat[i]] then known[#known + 1] = { flat[i], math.max(each.seen or 0, each.last or 0) } end
    end
    table.sort(known, function(a, b) return a[2] < b[2] end)
    for i = 1, math.min(surplus, #known) do redis.call('HDEL', key, known[i][1]) end
  `,
  reply: z.null(),
})
