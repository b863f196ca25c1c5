/**
 * Goes before a script that tells of what it does: `tell(event, known)` appends an event to the outbox, KEYS[2], so that what
 * is done is told even if this process ends now. `known` is what only the script knows of it, by the names of its JSON.
 * `told` is what was appended, for the answer.
 */
export const emitLua = `
  local told = {}
  local function tell(event, known)
    if known then
      local fields = cjson.decode(event)
      for name, value in pairs(known) do fields[name] = value end
      event = cjson.encode(fields)
    end
    told[#told + 1] = event
    redis.call('RPUSH', KEYS[2], event)
  end
`
