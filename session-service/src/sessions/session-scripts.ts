import { onlineReplicasLua } from '@gatehouse/service-kit/storage/redis-replicas'
import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'
import { emitLua } from '../events/emit-lua.ts'

// Each script works on the hash of one account (session-store.ts) and on the outbox beside it, in one slot, so it is one atomic
// step also in a Redis Cluster. Records have the three lines of session-record.ts. `now` is an argument, since the clock of the
// service decides. Revoked sessions are published in the same step: account id and id hashes (revocations/revocation-subscription.ts).

type RevokeArgs = {
  channel: string
  accountId: string
  /** The event of each revoked session; the script sets its id and `session_id_hash`. */
  revokedEvent: string
}

const strings = z.array(z.string())

/** Why a session was not added; empty if it was. */
const rejections = ['', 'parentGone', 'proofRequired', 'full'] as const
export type Rejection = (typeof rejections)[number]

const revokeLua = `
  local revoked = {}
  local function revoke(idHash)
    if redis.call('HDEL', KEYS[1], idHash) == 0 then return false end
    revoked[#revoked + 1] = idHash
    emit(args.revokedEvent, { id = 'revoked.' .. idHash, session_id_hash = idHash })
    return true
  end
  local function publishRevoked()
    if #revoked > 0 then redis.call('PUBLISH', args.channel, args.accountId .. ' ' .. table.concat(revoked, ' ')) end
  end
`

/** The only quotes that are not escaped are those of the JSON itself, so no text of a client looks like a parent. */
const parentLua = `
  local function parentOf(record) return string.match(record, '"parent":"([%w_-]+)"') end
`

type AddArgs = RevokeArgs & {
  idHash: string
  record: string
  now: number
  idleMs: number
  absoluteMs: number
  cap: number
  /** How many replicas must follow in time. */
  replicas: number
  keyTtlMs: number
  createdEvent: string
  /** Of a session that is made by a handoff. */
  parent?: string | undefined
  /** A parent that is no child itself may have so many live ones without a proof of identity. */
  maxUnprovedChildren: number
  isProved: boolean
}

/**
 * Adds a session and evicts live ones above `cap`: first those that were never used, then the least recently used; for a child only
 * its siblings. Emits nothing if it is rejected: its parent is gone, or would need a proof, or there are too few siblings. Without the
 * replicas it fails before it changes anything: the response would be 503, and the session one that nobody has.
 */
export const addSession = defineScript<AddArgs, [evicted: string[], emitted: string[], rejection: Rejection]>(
  {
    name: 'addSession',
    keys: 2,
    lua: `${emitLua}${revokeLua}${onlineReplicasLua}${parentLua}
    local sessions, now = KEYS[1], args.now
    if args.replicas > 0 then
      local online = onlineReplicas()
      if online < args.replicas then
        return redis.error_reply('NOREPLICAS ' .. online .. ' of ' .. args.replicas .. ' replicas follow in time')
      end
    end
    local isGivenByChild = false
    if args.parent then
      if redis.call('HEXISTS', sessions, args.parent) == 0 then return { {}, {}, 'parentGone' } end
      isGivenByChild = parentOf(redis.call('HGET', sessions, args.parent))
    end

    if args.parent or redis.call('HLEN', sessions) >= args.cap then
      local live, evictable = {}, {}
      local entries = redis.call('HGETALL', sessions)
      for i = 1, #entries, 2 do
        local used, created = string.match(entries[i + 1], '^(%d+) (%d+)\\n')
        used, created = tonumber(used), tonumber(created)
        if now - used >= args.idleMs or now - created >= args.absoluteMs then
          redis.call('HDEL', sessions, entries[i])
        else
          live[#live + 1] = entries[i]
          if not args.parent or parentOf(entries[i + 1]) == args.parent then
            evictable[#evictable + 1] = { idHash = entries[i], used = used, created = created, isUsed = used > created }
          end
        end
      end
      local mustProve = args.parent and (isGivenByChild or #evictable >= args.maxUnprovedChildren)
      if mustProve and not args.isProved then return { {}, {}, 'proofRequired' } end
      local excess = #live - args.cap + 1
      if excess > #evictable then return { {}, {}, 'full' } end
      table.sort(evictable, function(a, b)
        if a.isUsed ~= b.isUsed then return b.isUsed end
        if a.used ~= b.used then return a.used < b.used end
        if a.created ~= b.created then return a.created < b.created end
        return a.idHash < b.idHash
      end)
      for i = 1, excess do revoke(evictable[i].idHash) end
    end

    redis.call('HSET', sessions, args.idHash, args.record)
    redis.call('PEXPIRE', sessions, args.keyTtlMs)
    emit(args.createdEvent)
    publishRevoked()
    return { revoked, emitted, '' }
  `,
    reply: z.tuple([strings, strings, z.enum(rejections)]),
  },
)

type TouchArgs = { gapMs: number; keyTtlMs: number; uses: { idHash: string; at: number }[] }

/**
 * Stores uses of sessions that still exist. It never restores a session, never moves a use back, and skips a session whose stored
 * use is less than `gapMs` old, whichever process stored it, unless this is its first one. Returns how many it stored.
 */
export const touchSessions = defineScript<TouchArgs, number>({
  name: 'touchSessions',
  keys: 1,
  lua: `
    local stored = 0
    for _, use in ipairs(args.uses) do
      local record = redis.call('HGET', KEYS[1], use.idHash)
      if record then
        local used, rest = string.match(record, '^(%d+)( .*)$')
        local created = tonumber(string.match(rest, '^ (%d+)'))
        used = tonumber(used)
        if use.at - used >= args.gapMs or used == created then
          redis.call('HSET', KEYS[1], use.idHash, string.format('%.0f', math.max(use.at, created + 1)) .. rest)
          stored = stored + 1
        end
      end
    end
    if stored > 0 then redis.call('PEXPIRE', KEYS[1], args.keyTtlMs) end
    return stored
  `,
  reply: z.number(),
})

type ProveArgs = { idHash: string; proof: string; now: number; idleMs: number; absoluteMs: number }

/** Replaces the proof line of a live session. Returns 1, or 0 if the session is gone. */
export const proveSession = defineScript<ProveArgs, number>({
  name: 'proveSession',
  keys: 1,
  lua: `
    local record = redis.call('HGET', KEYS[1], args.idHash)
    if not record then return 0 end
    local used, created, client = string.match(record, '^(%d+) (%d+)\\n[^\\n]*\\n(.*)$')
    if args.now - tonumber(used) >= args.idleMs or args.now - tonumber(created) >= args.absoluteMs then return 0 end
    redis.call('HSET', KEYS[1], args.idHash, used .. ' ' .. created .. '\\n' .. args.proof .. '\\n' .. client)
    return 1
  `,
  reply: z.number(),
})

/** Keeps the parent. */
export const describeSession = defineScript<{ idHash: string; client: string }, null>({
  name: 'describeSession',
  keys: 1,
  lua: `${parentLua}
    local record = redis.call('HGET', KEYS[1], args.idHash)
    if not record then return end
    local parent, client = parentOf(record), args.client
    if parent then client = string.sub(client, 1, -2) .. ',"parent":"' .. parent .. '"}' end
    redis.call('HSET', KEYS[1], args.idHash, string.match(record, '^[^\\n]*\\n[^\\n]*\\n') .. client)
  `,
  reply: z.null(),
})

type RevokeByHashArgs = RevokeArgs & {
  idHashes: string[]
  /** Whether the sessions that they gave by handoffs end too, with theirs. */
  withChildren: boolean
}

export const revokeSessionsByHash = defineScript<RevokeByHashArgs, string[]>({
  name: 'revokeSessionsByHash',
  keys: 2,
  lua: `${emitLua}${revokeLua}${parentLua}
    local children = {}
    if args.withChildren then
      local entries = redis.call('HGETALL', KEYS[1])
      for i = 1, #entries, 2 do
        local parent = parentOf(entries[i + 1])
        if parent then
          children[parent] = children[parent] or {}
          table.insert(children[parent], entries[i])
        end
      end
    end
    local pending, index = args.idHashes, 1
    while pending[index] do
      if revoke(pending[index]) then
        for _, child in ipairs(children[pending[index]] or {}) do pending[#pending + 1] = child end
      end
      index = index + 1
    end
    publishRevoked()
    return emitted
  `,
  reply: strings,
})

type RevokeUntilArgs = RevokeArgs & { exceptIdHash: string; createdUntil?: number | undefined }

/** Revokes the sessions created up to `createdUntil` (default: all), except `exceptIdHash`. Returns the emitted events. */
export const revokeSessionsUntil = defineScript<RevokeUntilArgs, string[]>({
  name: 'revokeSessionsUntil',
  keys: 2,
  lua: `${emitLua}${revokeLua}
    local createdUntil = args.createdUntil or math.huge
    local entries = redis.call('HGETALL', KEYS[1])
    for i = 1, #entries, 2 do
      local created = tonumber(string.match(entries[i + 1], '^%d+ (%d+)\\n'))
      if entries[i] ~= args.exceptIdHash and created <= createdUntil then revoke(entries[i]) end
    end
    publishRevoked()
    return emitted
  `,
  reply: strings,
})
