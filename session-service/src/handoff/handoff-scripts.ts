import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { emitLua } from '../events/emit-lua.ts'

// Each script works on the one key of one handoff, a hash (handoff-store.ts), and on its outbox where others are told of what
// is done, in one slot: so it is one atomic step also in a Redis Cluster, and of any number of callers one is first. `now` is
// an argument: the service's clock decides, not Redis'.
// Secrets meet as SHA-256 digests of 256 random bits, so the time a comparison takes tells nothing worth knowing.

const read = `
  local key, now = KEYS[1], tonumber(ARGV[1])
  local handoff = {}
  local flat = redis.call('HGETALL', key)
  for i = 1, #flat, 2 do handoff[flat[i]] = flat[i + 1] end
  local isLive = handoff.expires and now < tonumber(handoff.expires)
`

/**
 * Begins a handoff. ARGV: now, ms to keep the key, event, fields and values. Answers what was told; nothing when the code is in
 * use.
 */
export const openHandoff = defineScript({
  name: 'openHandoff',
  keys: 2,
  lua: `${emitLua}${read}
    if isLive then return told end
    redis.call('DEL', key)
    redis.call('HSET', key, unpack(ARGV, 4))
    redis.call('PEXPIRE', key, ARGV[2])
    tell(ARGV[3])
    return told
  `,
})

/**
 * One poll. ARGV: now, digest of the presented secret, mark of the caller, account signed in, session of the presented token,
 * live or not, then the claim to make when nobody holds the code: digest of its secret, client; 1 to change nothing; events of
 * a claim and a delivery. Answers pending, completed, claimed, expired or delivered, then what was told; after delivered the
 * sealed result, the giver, and 1 when the session names no device.
 */
export const pollHandoff = defineScript({
  name: 'pollHandoff',
  keys: 2,
  lua: `${emitLua}${read}
    local secret, mark, signedIn, session = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
    local newSecret, client, peeks = ARGV[6], ARGV[7], ARGV[8] == '1'

    if not isLive then return { 'expired', told } end
    local shown = handoff.state == 'completed' and 'completed' or 'pending'
    if handoff.giver then
      if signedIn == handoff.giver then return { shown, told } end
      if session == handoff.giverSession then return { 'expired', told } end
    end

    local isClaimed = handoff.secret ~= nil
    local isProved = isClaimed and secret == handoff.secret
    local isAlike = isClaimed and not handoff.proved and mark == handoff.mark
    if isClaimed and not isProved and not isAlike then return { 'expired', told } end
    if peeks then return { shown, told } end

    if handoff.state == 'completed' then
      redis.call('DEL', key)
      tell(ARGV[10], { account_id = handoff.giver, session_id_hash = handoff.session })
      return { 'delivered', told, handoff.result, handoff.giver, tonumber(handoff.unnamed) }
    end
    if not isClaimed then
      redis.call('HSET', key, 'secret', newSecret, 'mark', mark, 'receiver', client)
      tell(ARGV[9], { account_id = handoff.giver })
      return { 'claimed', told }
    end
    if isProved then redis.call('HSET', key, 'proved', '1') end
    return { 'pending', told }
  `,
})

/**
 * Takes a pending handoff for one completion. ARGV: now, account that gives. Answers 0, or 1 with the receiver's client
 * (empty when nobody claimed it).
 */
export const beginCompletion = defineScript({
  name: 'beginCompletion',
  keys: 1,
  lua: `${read}
    if not isLive or handoff.state ~= 'pending' then return { 0 } end
    if handoff.giver and handoff.giver ~= ARGV[2] then return { 0 } end
    redis.call('HSET', key, 'state', 'completing')
    return { 1, handoff.receiver or '' }
  `,
})

/**
 * Stores the result. ARGV: now, account that gave, id hash of the new session, sealed token, 1 when that session names no
 * device, event. Answers what was told; nothing when it was cancelled or expired.
 */
export const finishCompletion = defineScript({
  name: 'finishCompletion',
  keys: 2,
  lua: `${emitLua}${read}
    if not isLive or handoff.state ~= 'completing' then return told end
    redis.call('HSET', key, 'state', 'completed', 'giver', ARGV[2], 'session', ARGV[3], 'result', ARGV[4],
      'unnamed', ARGV[5])
    tell(ARGV[6])
    return told
  `,
})

/** Gives a handoff back that could not be completed. ARGV: now. */
export const abandonCompletion = defineScript({
  name: 'abandonCompletion',
  keys: 1,
  lua: `${read}
    if handoff.state == 'completing' then redis.call('HSET', key, 'state', 'pending') end
    return 1
  `,
})

/**
 * Ends a handoff for its receiver or its giver. ARGV: now, digest of the presented secret, account signed in, event. Answers
 * what was told, nothing when it was not ended, then the giver and the session made for the receiver (empty when there are none).
 */
export const cancelHandoff = defineScript({
  name: 'cancelHandoff',
  keys: 2,
  lua: `${emitLua}${read}
    if not isLive then return { told } end
    local isReceiver = handoff.secret ~= nil and ARGV[2] == handoff.secret
    local isGiver = handoff.giver ~= nil and ARGV[3] == handoff.giver
    if not isReceiver and not isGiver then return { told } end
    redis.call('DEL', key)
    tell(ARGV[4], { account_id = handoff.giver, session_id_hash = handoff.session })
    return { told, handoff.giver or '', handoff.session or '' }
  `,
})
