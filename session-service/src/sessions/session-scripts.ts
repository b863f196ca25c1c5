import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { emitLua } from '../events/emit-lua.ts'

// Each script works on the hash of one account (session-store.ts), and on its outbox where others are told of what is done,
// in one slot, so it is one atomic step also in a Redis Cluster. Records are the three lines of session-record.ts. `now` is an
// argument: the service's clock decides, not Redis'. Sessions that end are published in the same step: a line of account id and
// id hashes (revocations/revocation-line.ts).

const endLua = `
  local ended = {}
  local function endSession(event, idHash)
    if redis.call('HDEL', KEYS[1], idHash) == 0 then return end
    ended[#ended + 1] = idHash
    tell(event, { id = 'revoked.' .. idHash, session_id_hash = idHash })
  end
  local function publishEnded(channel, accountId)
    if #ended > 0 then redis.call('PUBLISH', channel, accountId .. ' ' .. table.concat(ended, ' ')) end
  end
`

/**
 * Adds a session; ends the least recently used ones above the cap, counting live ones only.
 * ARGV: id hash, record, now, idle ms, absolute ms, cap, ms to keep the key, channel, account id, event of the session, event of
 * those that end, id hash of a session beside which alone it is added, or nothing. Answers the id hashes that ended, and what
 * was told; nothing when that session is gone.
 */
export const addSession = defineScript({
  name: 'addSession',
  keys: 2,
  lua: `${emitLua}${endLua}
    local sessions = KEYS[1]
    local idHash, record = ARGV[1], ARGV[2]
    local now, idle, absolute = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
    local cap, keep = tonumber(ARGV[6]), ARGV[7]
    if ARGV[12] ~= '' and redis.call('HEXISTS', sessions, ARGV[12]) == 0 then return false end

    if redis.call('HLEN', sessions) >= cap then
      local live = {}
      local entries = redis.call('HGETALL', sessions)
      for i = 1, #entries, 2 do
        local used, created = string.match(entries[i + 1], '^(%d+) (%d+)\\n')
        used, created = tonumber(used), tonumber(created)
        if now - used >= idle or now - created >= absolute then
          redis.call('HDEL', sessions, entries[i])
        else
          live[#live + 1] = { idHash = entries[i], used = used, created = created }
        end
      end
      table.sort(live, function(a, b)
        if a.used ~= b.used then return a.used < b.used end
        if a.created ~= b.created then return a.created < b.created end
        return a.idHash < b.idHash
      end)
      for i = 1, #live - cap + 1 do endSession(ARGV[11], live[i].idHash) end
    end

    redis.call('HSET', sessions, idHash, record)
    redis.call('PEXPIRE', sessions, keep)
    tell(ARGV[10])
    publishEnded(ARGV[8], ARGV[9])
    return { ended, told }
  `,
})

/**
 * Notes uses of sessions that still exist: never brings one back, never sets a use back, and writes a session only when its
 * last written use is old enough, whoever wrote it.
 * ARGV: least ms between two writes, ms to keep the key, then pairs of id hash and time of use. Answers how many were written.
 */
export const touchSessions = defineScript({
  name: 'touchSessions',
  keys: 1,
  lua: `
    local sessions = KEYS[1]
    local gap, keep = tonumber(ARGV[1]), ARGV[2]

    local written = 0
    for i = 3, #ARGV, 2 do
      local record = redis.call('HGET', sessions, ARGV[i])
      if record then
        local used, rest = string.match(record, '^(%d+)( .*)$')
        if tonumber(ARGV[i + 1]) - tonumber(used) >= gap then
          redis.call('HSET', sessions, ARGV[i], ARGV[i + 1] .. rest)
          written = written + 1
        end
      end
    end
    if written > 0 then redis.call('PEXPIRE', sessions, keep) end
    return written
  `,
})

/**
 * Replaces the proof of a live session.
 * ARGV: id hash, proof line, now, idle ms, absolute ms. Answers 1, or 0 when the session is gone.
 */
export const proveSession = defineScript({
  name: 'proveSession',
  keys: 1,
  lua: `
    local sessions, idHash = KEYS[1], ARGV[1]
    local now, idle, absolute = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])

    local record = redis.call('HGET', sessions, idHash)
    if not record then return 0 end
    local used, created, origin = string.match(record, '^(%d+) (%d+)\\n[^\\n]*\\n(.*)$')
    if now - tonumber(used) >= idle or now - tonumber(created) >= absolute then return 0 end
    redis.call('HSET', sessions, idHash, used .. ' ' .. created .. '\\n' .. ARGV[2] .. '\\n' .. origin)
    return 1
  `,
})

/**
 * Ends the named sessions of an account.
 * ARGV: channel, account id, event, then id hashes. Answers what was told, an event for each there was.
 */
export const removeSessions = defineScript({
  name: 'removeSessions',
  keys: 2,
  lua: `${emitLua}${endLua}
    for i = 4, #ARGV do endSession(ARGV[3], ARGV[i]) end
    publishEnded(ARGV[1], ARGV[2])
    return told
  `,
})

/** Replaces the origin of a session that still exists. ARGV: id hash, origin line. Answers 1, or 0 when it is gone. */
export const describeSession = defineScript({
  name: 'describeSession',
  keys: 1,
  lua: `
    local record = redis.call('HGET', KEYS[1], ARGV[1])
    if not record then return 0 end
    redis.call('HSET', KEYS[1], ARGV[1], string.match(record, '^[^\\n]*\\n[^\\n]*\\n') .. ARGV[2])
    return 1
  `,
})

/**
 * Ends all sessions of an account but one, or only those that were created until then.
 * ARGV: channel, account id, event, the id hash that stays, or nothing, ms since 1970, or nothing. Answers what was told, an event for each that ended.
 */
export const removeAllSessions = defineScript({
  name: 'removeAllSessions',
  keys: 2,
  lua: `${emitLua}${endLua}
    local createdUntil = tonumber(ARGV[5]) or math.huge
    local entries = redis.call('HGETALL', KEYS[1])
    for i = 1, #entries, 2 do
      local created = tonumber(string.match(entries[i + 1], '^%d+ (%d+)\\n'))
      if entries[i] ~= ARGV[4] and created <= createdUntil then endSession(ARGV[3], entries[i]) end
    end
    publishEnded(ARGV[1], ARGV[2])
    return told
  `,
})
