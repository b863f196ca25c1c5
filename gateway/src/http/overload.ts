import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from './request-context.ts'

export type Overload = ReturnType<typeof openOverload>

/** `Retry-After` has no less. */
const maxHoldMs = 1000
const maxSources = 20_000

/**
 * In a burst of sign-ins auth-service rejects those of the addresses with the most. What such an address sends until it may try again is
 * rejected here, before a limit is counted or a service is called: otherwise rejections take the processors from the sign-ins. Addresses
 * as in the queue: an IPv6 /64 is one.
 */
export function openOverload(clock: Clock) {
  const held = new LRUCache<string, { since: number; ms: number }>({ max: maxSources })

  return {
    /** Fails with SERVICE_UNAVAILABLE while the address has to wait. */
    assertMayTry(address: string): void {
      const hold = held.get(addressPrefix(address))
      // Absolute, since the clock can be set back.
      if (!hold || Math.abs(clock.now() - hold.since) >= hold.ms) return
      throw unavailable('sign-ins of this address wait for the queue of auth-service')
    },

    async watch<T>(
      context: Pick<RequestContext, 'address' | 'undo'>,
      work: () => Promise<T> | T,
    ): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ServiceError) || typeof error.data.queue_ms !== 'number') throw error
        // Half of the work in the queue: it does not run dry meanwhile.
        const ms = Math.min(maxHoldMs, error.data.queue_ms / 2)
        held.set(addressPrefix(context.address), { since: clock.now(), ms })
        // A password is hashed before a session is created.
        context.undo = null
        // Without `queue_ms`, which is no property of the response.
        throw unavailable(error, Number(error.data.retry_after))
      }
    },
  }
}
