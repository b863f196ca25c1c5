import { defineScript } from '@gatehouse/service-kit/storage/redis-script'
import { z } from 'zod'
import { emitLua } from '../events/emit-lua.ts'

// Each script is one atomic step on one handoff and its outbox, in one slot, so of several callers exactly
// one is first. `now` is an argument, since the clock of the service decides. Secrets are compared as SHA-256
// digests of 256 random bits, so comparison time reveals nothing useful.

const strings = z.array(z.string())

const readLua = `
  local key, now = KEYS[1], args.now
  local handoff = {}
  local flat = redis.call('HGETALL', key)
  for i = 1, #flat, 2 do handoff[flat[i]] = flat[i + 1] end
  local isLive = handoff.expires and now < tonumber(handoff.expires)
`

type OpenArgs = { now: number; keyTtlMs: number; event: string; record: Record<string, string> }

/** Returns the emitted events: none if the code is in use. */
export const openHandoff = defineScript<OpenArgs, string[]>({
  name: 'openHandoff',
  keys: 2,
  lua: `${emitLua}${readLua}
    if isLive then return emitted end
    redis.call('DEL', key)
    for name, value in pairs(args.record) do redis.call('HSET', key, name, value) end
    redis.call('PEXPIRE', key, args.keyTtlMs)
    emit(args.event)
    return emitted
  `,
  reply: strings,
})

type PollArgs = {
  now: number
  secretDigest: string
  fingerprint: string
  signedIn: string
  session: string
  claim: { secret: string; mark: string; receiver: string }
  peek: boolean
  /** Of a completed handoff, whose session then nobody gets. */
  isSessionEnded: boolean
  claimedEvent: string
  deliveredEvent: string
  cancelledEvent: string
}

type PollReply =
  | [outcome: 'pending' | 'completed' | 'claimed' | 'expired', emitted: string[]]
  | [outcome: 'delivered', emitted: string[], sealed: string, giver: string, isDeviceUnknown: number]

export const pollHandoff = defineScript<PollArgs, PollReply>({
  name: 'pollHandoff',
  keys: 2,
  lua: `${emitLua}${readLua}
    if not isLive then return { 'expired', emitted } end
    local state = handoff.state == 'completed' and 'completed' or 'pending'
    if handoff.giver then
      if args.signedIn == handoff.giver then return { state, emitted } end
      if args.session == handoff.giverSession then return { 'expired', emitted } end
    end

    local isClaimed = handoff.secret ~= nil
    local isProved = isClaimed and args.secretDigest == handoff.secret
    local isAlike = isClaimed and not handoff.proved and args.fingerprint == handoff.mark
    if isClaimed and not isProved and not isAlike then return { 'expired', emitted } end
    local isEnded = handoff.state == 'completed' and args.isSessionEnded
    if args.peek then return { isEnded and 'expired' or state, emitted } end

    if isEnded then
      redis.call('DEL', key)
      emit(args.cancelledEvent, { account_id = handoff.giver })
      return { 'expired', emitted }
    end
    if handoff.state == 'completed' then
      redis.call('DEL', key)
      emit(args.deliveredEvent, { account_id = handoff.giver, session_id_hash = handoff.session })
      return { 'delivered', emitted, handoff.result, handoff.giver, tonumber(handoff.unnamed) }
    end
    if not isClaimed then
      for name, value in pairs(args.claim) do redis.call('HSET', key, name, value) end
      emit(args.claimedEvent, { account_id = handoff.giver })
      return { 'claimed', emitted }
    end
    if isProved then redis.call('HSET', key, 'proved', '1') end
    return { 'pending', emitted }
  `,
  reply: z.union([
    z.tuple([z.enum(['pending', 'completed', 'claimed', 'expired']), strings]),
    z.tuple([z.literal('delivered'), strings, z.string(), z.string(), z.number()]),
  ]),
})

export type HandoffRecord = [state: string, created: string, expires: string, receiver: string]

/**
 * Returns a handoff of this giver, or of one that a receiver began and no account completed. The
 * latter is marked as shown to the account, which may then decline it.
 */
export const lookUpHandoff = defineScript<{ now: number; accountId: string }, HandoffRecord | null>({
  name: 'lookUpHandoff',
  keys: 1,
  lua: `${readLua}
    if not isLive or handoff.giver and handoff.giver ~= args.accountId then return false end
    if not handoff.giver then redis.call('HSET', key, 'shown:' .. args.accountId, '1') end
    return { handoff.state, handoff.created, handoff.expires, handoff.receiver or '' }
  `,
  reply: z.tuple([z.string(), z.string(), z.string(), z.string()]).nullable(),
})

/** Returns the receiver's client (empty if the code is not claimed), or null. */
export const beginCompletion = defineScript<{ now: number; giver: string }, string | null>({
  name: 'beginCompletion',
  keys: 1,
  lua: `${readLua}
    if not isLive or handoff.state ~= 'pending' then return false end
    if handoff.giver and handoff.giver ~= args.giver then return false end
    redis.call('HSET', key, 'state', 'completing')
    return handoff.receiver or ''
  `,
  reply: z.string().nullable(),
})

type FinishArgs = { now: number; record: Record<string, string>; event: string }

/** Returns the emitted events: none if the handoff was cancelled or expired. */
export const finishCompletion = defineScript<FinishArgs, string[]>({
  name: 'finishCompletion',
  keys: 2,
  lua: `${emitLua}${readLua}
    if not isLive or handoff.state ~= 'completing' then return emitted end
    for name, value in pairs(args.record) do redis.call('HSET', key, name, value) end
    emit(args.event)
    return emitted
  `,
  reply: strings,
})

export const abandonCompletion = defineScript<{ now: number }, null>({
  name: 'abandonCompletion',
  keys: 1,
  lua: `${readLua}
    if handoff.state == 'completing' then redis.call('HSET', key, 'state', 'pending') end
  `,
  reply: z.null(),
})

type CancelArgs = { now: number; secretDigest: string; signedIn: string; event: string }

/**
 * Returns the emitted events, the account that gives or declines (empty for a receiver), and the session created
 * for the receiver (empty if there is none).
 */
export const cancelHandoff = defineScript<CancelArgs, [emitted: string[], account: string, session: string]>({
  name: 'cancelHandoff',
  keys: 2,
  lua: `${emitLua}${readLua}
    local isReceiver = handoff.secret ~= nil and args.secretDigest == handoff.secret
    local account = handoff.giver
    if not account and handoff['shown:' .. args.signedIn] then account = args.signedIn end
    local isGiver = account ~= nil and args.signedIn == account
    if isLive and (isReceiver or isGiver) then
      redis.call('DEL', key)
      emit(args.event, { account_id = account, session_id_hash = handoff.session })
    end
    return { emitted, account or '', handoff.session or '' }
  `,
  reply: z.tuple([strings, z.string(), z.string()]),
})
