/**
 * Prelude of scripts that emit events: `emit(event, fields)` appends an event (JSON) to the outbox, KEYS[2],
 * in the same atomic step as the change, so that a crash cannot lose it.
 */
export const emitLua = `
  local emitted = {}
  local function emit(event, fields)
    if fields then
      local merged = cjson.decode(event)
      for name, value in pairs(fields) do merged[name] = value end
      event = cjson.encode(merged)
    end
    emitted[#emitted + 1] = event
    redis.call('RPUSH', KEYS[2], event)
  end
`
