import type { VerifyStreamResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import { type Instant, instantNow, msSince } from '@gatehouse/service-kit/time/instant'

export type StreamFreshness = {
  /** Changes when revocations may have been missed: sessions verified before then must not be served from the cache. */
  readonly generation: number
  /** Whether every revocation until a moment ago has been received. */
  isFresh(): boolean
}

/**
 * The stream on which a verification was sent, and when (performance.now). `generation` is null if the stream was stale then,
 * and the result is not cached. A stale stream may keep its generation.
 */
export type SentVerification = { freshness: StreamFreshness; generation: number | null; sentAt: number }

export function sentOn(freshness: StreamFreshness): SentVerification {
  const generation = freshness.isFresh() ? freshness.generation : null
  return { freshness, generation, sentAt: performance.now() }
}

/** The bound of 1 s for revocations (docs/decisions/0007) less a margin for inaccurate clocks. */
const freshForMs = 900

/** Counts from when a ping was sent: the transit time of its pong is unknown. */
export function trackFreshness(clock: Clock) {
  const pingsSentAt = new Map<number, Instant>()
  let lastPing = 0
  let generation = 0
  /**
   * All revocations published up to `deliveredUntilAgeMs` before the ping was sent have been received; null
   * while some may be missed.
   */
  let fresh: { pingSentAt: Instant; deliveredUntilAgeMs: number } | null = null

  function end(): void {
    generation += 1
    fresh = null
  }

  return {
    get generation() {
      return generation
    },
    isFresh(): boolean {
      return fresh !== null && msSince(fresh.pingSentAt, clock) + fresh.deliveredUntilAgeMs < freshForMs
    },
    /** Returns the number of the ping. */
    onPing(): number {
      lastPing += 1
      pingsSentAt.set(lastPing, instantNow(clock))
      return lastPing
    },
    onResponse({ revocationsMissed, pong, pongNumber, deliveredUntilAge }: VerifyStreamResponse): void {
      if (revocationsMissed) end()
      if (!pong) return
      const pingSentAt = pingsSentAt.get(pongNumber)
      for (const number of pingsSentAt.keys()) if (number <= pongNumber) pingsSentAt.delete(number)
      if (pingSentAt !== undefined && deliveredUntilAge !== undefined)
        fresh = { pingSentAt, deliveredUntilAgeMs: durationMs(deliveredUntilAge) }
    },
    end,
  }
}
