import { LRUCache } from 'lru-cache'
import type { LimitState } from '../errors/limit-state.ts'
import type { Clock } from '../time/clock.ts'
import { type GcraState, type Limit, limitStateOf, type Rate, tightestOf } from './gcra.ts'

export type KeyedLimit = { limit: Limit; rate: Rate; key: string }
/** The time of Redis and the arrival time of each limit, in the order of the request. */
export type Taken = { nowUs: number; states: GcraState[] }
export type DeferredTakes = ReturnType<typeof deferredTakes>
/** The limits of one kind of request of one caller. */
export type Charge = { limits: KeyedLimit[]; cost: number }

/** `tatUs` includes own takes; `at` is the time of this process when the time of Redis was `nowUs`. */
type Known = { tatUs: number; nowUs: number; at: number; unsettled: number }

const maxAgeMs = 1000
/** Of the burst of a limit, for each process: by so much a caller can exceed it. */
const maxUnsettledShare = 0.1
/** Takes of this time are settled together. */
const settleAfterMs = 10
const maxKnown = 20_000
const repeatedWithinMs = 100

/**
 * Takes calls by the last known state of their limits, and charges the limits behind. `charge` must charge each limit whatever is
 * left of it. If it fails, the state is unknown, so that the next take waits for Redis and fails with it.
 */
export function deferredTakes({
  clock,
  charge,
}: {
  clock: Clock
  charge(charges: Charge[]): Promise<Taken[]>
}) {
  const known = new LRUCache<string, Known>({ max: maxKnown })
  const due = new Map<string, Charge>()
  const isRepeated = recentlySeen(clock)
  let isScheduled = false

  function learn({ key, rate }: KeyedLimit, { tatUs }: GcraState, nowUs: number): void {
    const unsettled = known.get(key)?.unsettled ?? 0
    const own = Math.max(tatUs, nowUs) + unsettled * rate.intervalUs
    known.set(key, { tatUs: own, nowUs, at: clock.now(), unsettled })
  }

  async function settle(): Promise<void> {
    isScheduled = false
    const charges = [...due.values()]
    due.clear()
    try {
      const taken = await charge(charges)
      for (const [index, { limits, cost }] of charges.entries()) {
        const { nowUs, states } = taken[index] ?? { nowUs: 0, states: [] }
        for (const [place, limit] of limits.entries()) settleOne(limit, { cost, nowUs, state: states[place] })
      }
    } catch {
      for (const { limits } of charges) for (const { key } of limits) known.delete(key)
    }
  }

  function settleOne(
    limit: KeyedLimit,
    { cost, nowUs, state }: { cost: number; nowUs: number; state: GcraState | undefined },
  ): void {
    const own = known.get(limit.key)
    if (!own || !state) return
    // The state may have been forgotten and learned anew.
    own.unsettled = Math.max(0, own.unsettled - cost)
    own.tatUs = Math.max(state.tatUs, nowUs) + own.unsettled * limit.rate.intervalUs
    own.nowUs = nowUs
    own.at = clock.now()
  }

  /** The state after the take; null if the limit has to be asked. */
  function afterTake(
    { key, rate }: KeyedLimit,
    now: number,
  ): { own: Known; nowUs: number; tatUs: number } | null {
    const own = known.get(key)
    // Absolute, since the clock can be set back.
    if (!own || Math.abs(now - own.at) > maxAgeMs) return null
    if (own.unsettled + 1 > rate.burst * maxUnsettledShare) return null
    const nowUs = own.nowUs + Math.round((now - own.at) * 1000)
    const tatUs = Math.max(own.tatUs, nowUs) + rate.intervalUs
    return tatUs - nowUs <= rate.burst * rate.intervalUs ? { own, nowUs, tatUs } : null
  }

  function addCharge(limits: KeyedLimit[]): void {
    const id = limits.map(({ key }) => key).join('\n')
    const charge = due.get(id)
    if (charge) charge.cost += 1
    else due.set(id, { limits, cost: 1 })
    if (!isScheduled) setTimeout(settle, settleAfterMs).unref()
    isScheduled = true
  }

  return {
    /**
     * Whether the caller of these limits took some a moment ago. For others a charge behind and its state would only be work: their next
     * take comes too late to use it.
     */
    isRepeated,

    /** Sends the charges of these limits at once, before a take that is to see them. */
    settleBefore(limits: KeyedLimit[]): void {
      if (due.size > 0 && limits.some(({ key }) => known.get(key)?.unsettled)) void settle()
    },

    /** The state after an awaited take. */
    learn,

    /** Null if a limit has to be asked: it is unknown, has too many takes that are not settled, or may be used up. */
    take(limits: KeyedLimit[]): LimitState | null {
      const now = clock.now()
      const states: LimitState[] = []
      const taken: { own: Known; tatUs: number }[] = []
      for (const limit of limits) {
        const next = afterTake(limit, now)
        if (next === null) return null
        taken.push(next)
        states.push(limitStateOf({ ...limit, allowed: true, tatUs: next.tatUs }, next.nowUs, 1))
      }
      for (const { own, tatUs } of taken) {
        own.tatUs = tatUs
        own.unsettled += 1
      }
      addCharge(limits)
      return tightestOf(states)
    },
  }
}

/**
 * Whether the same limits were seen a moment ago. The table allocates nothing for a request: sets of thousands of names gave the collector
 * more to do. Limits that share a slot only make a caller count as repeated.
 */
function recentlySeen(clock: Clock): (limits: Limit[]) => boolean {
  const slots = new Float64Array(65_536)
  return (limits) => {
    let hash = 0
    for (const { key, bucket } of limits) hash = hashOf(bucket, hashOf(key, hash))
    const slot = hash & (slots.length - 1)
    const now = clock.now()
    const isRecent = Math.abs(now - (slots[slot] ?? 0)) <= repeatedWithinMs
    slots[slot] = now
    return isRecent
  }
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
