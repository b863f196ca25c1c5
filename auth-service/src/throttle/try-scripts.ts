import { defineScript } from '@gatehouse/service-kit/storage/redis-script'

// All that is remembered of the tries for one email address lies in one hash, a field for each kind of caller: each script is
// one atomic step also in a Redis Cluster, and forgetting is one DEL. A field is JSON: `row` tries in a row, of which `open` ones
// are not yet known to be wrong, the `last` of them, the `times` of those in the window, `level` failed tries since throttling
// began, `ends` of the wait, `seen` when a place last signed in. The key goes by itself when long untouched, but not while a
// password is closed: that lasts until a reset, also for addresses that have no account, since both must answer alike.
const shared = `
  local key, now = KEYS[1], tonumber(ARGV[1])
  local function read(field)
    local text = redis.call('HGET', key, field)
    return text and cjson.decode(text) or {}
  end
  local function write(field, state, keepMs)
    local ttl = redis.call('PTTL', key)
    redis.call('HSET', key, field, cjson.encode(state))
    if ttl ~= -1 then redis.call('PEXPIRE', key, keepMs) end
  end
`

/**
 * Takes one try before it is known to be right. ARGV: now, free tries, ms they are counted in, longest wait in ms, tries in a
 * row that close the password, ms a row is remembered, ms to keep the key, field of the device or '', field of the place, ms a
 * place is known, ms after which a try that is still open was lost with its process. Answers the field it counts for, with
 * 'closed', 'busy' when only open tries stand before that, 'wait' and the end of the wait, or 'taken' and what is needed to
 * give it back: the end of the wait before and 1 when this try made the wait longer.
 */
export const takeTry = defineScript({
  name: 'takeTry',
  keys: 1,
  lua: `${shared}
    local free, window, longest = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local closing, rowLasts, keepMs = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
    local field, place, placeLasts = ARGV[8], ARGV[9], tonumber(ARGV[10])
    if field == '' then
      local seen = read(place).seen
      field = seen and now < seen + placeLasts and place or 'strangers'
    end

    local state = read(field)
    local row, level, ends, open = state.row or 0, state.level or 0, state.ends or 0, state.open or 0
    if state.last and now >= state.last + tonumber(ARGV[11]) then open = 0 end
    if row - open >= closing then
      redis.call('PERSIST', key)
      return { field, 'closed' }
    end
    if row >= closing then return { field, 'busy' } end
    if state.last and now >= state.last + rowLasts then row = 0 end
    if now < ends then return { field, 'wait', string.format('%.0f', ends) } end
    if now >= ends + window then level = 0 end

    local times = { now }
    for _, time in ipairs(state.times or {}) do
      if time > now - window and #times < free then times[#times + 1] = time end
    end
    local before, longer = ends, level > 0 or #times >= free
    if longer then
      level = level + 1
      ends = now + math.min(1000 * 2 ^ (level - 1), longest)
    end
    row = row + 1
    write(field, { row = row, open = open + 1, last = now, times = times, level = level, ends = ends,
      seen = state.seen }, keepMs)
    return { field, 'taken', string.format('%.0f', before), longer and 1 or 0 }
  `,
})

/**
 * Gives back a try that was never checked. ARGV: now (of the try), field, end of the wait before, 1 when it made the wait longer,
 * ms to keep the key.
 */
export const giveTryBack = defineScript({
  name: 'giveTryBack',
  keys: 1,
  lua: `${shared}
    local field, before, longer, keepMs = ARGV[2], tonumber(ARGV[3]), ARGV[4] == '1', tonumber(ARGV[5])
    local state = read(field)
    if (state.row or 0) == 0 then return 0 end
    state.row, state.open = state.row - 1, math.max(state.open - 1, 0)
    for i, time in ipairs(state.times) do
      if time == now then table.remove(state.times, i) break end
    end
    if longer and state.level > 0 then
      state.level = state.level - 1
      state.ends = before
    end
    write(field, state, keepMs)
    return 1
  `,
})

/** A wrong password: the try stays counted. ARGV: now, field, ms to keep the key, tries in a row that close the password. */
export const settleTry = defineScript({
  name: 'settleTry',
  keys: 1,
  lua: `${shared}
    local field, state = ARGV[2], read(ARGV[2])
    if (state.open or 0) == 0 then return 0 end
    state.open = state.open - 1
    write(field, state, tonumber(ARGV[3]))
    if state.row - state.open >= tonumber(ARGV[4]) then redis.call('PERSIST', key) end
    return 1
  `,
})

/** A right password: the row of this field is over. ARGV: now, field, ms to keep the key. */
export const endRow = defineScript({
  name: 'endRow',
  keys: 1,
  lua: `${shared}
    local field, seen = ARGV[2], read(ARGV[2]).seen
    if seen then write(field, { seen = seen }, tonumber(ARGV[3])) else redis.call('HDEL', key, field) end
    return 1
  `,
})

/**
 * Notes a place that signed in; beyond the most, the places and devices longest untouched are forgotten. ARGV: now, field of the
 * place, ms to keep the key, the most, then the fields that stay.
 */
export const notePlace = defineScript({
  name: 'notePlace',
  keys: 1,
  lua: `${shared}
    local state = read(ARGV[2])
    state.seen = now
    write(ARGV[2], state, tonumber(ARGV[3]))
    local surplus = redis.call('HLEN', key) - tonumber(ARGV[4])
    if surplus <= 0 then return 0 end

    local stays, known = { [ARGV[2]] = true }, {}
    for i = 5, #ARGV do stays[ARGV[i]] = true end
    local flat = redis.call('HGETALL', key)
    for i = 1, #flat, 2 do
      local each = cjson.decode(flat[i + 1])
      if not stays[flat[i]] then known[#known + 1] = { flat[i], math.max(each.seen or 0, each.last or 0) } end
    end
    table.sort(known, function(a, b) return a[2] < b[2] end)
    for i = 1, math.min(surplus, #known) do redis.call('HDEL', key, known[i][1]) end
    return surplus
  `,
})
