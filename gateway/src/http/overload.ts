import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { digestText } from '@gatehouse/service-kit/tokens/secret-token'
import { LRUCache } from 'lru-cache'
import { readDeviceToken } from './device-cookie.ts'
import type { RequestContext } from './request-context.ts'

export type Overload = ReturnType<typeof openOverload>

/** `Retry-After` has no less. */
const maxHoldMs = 1000
const maxSources = 20_000

type Source = Pick<RequestContext, 'req' | 'address'>

/**
 * In a burst of sign-ins auth-service rejects those of the addresses with the most. What such an address sends until it may try again is
 * rejected here, before a limit is counted or a service is called: otherwise rejections take the processors from the sign-ins. Addresses
 * as in the queue: an IPv6 /64 is one. Known devices have places of their own there, so each device token waits alone.
 */
export function openOverload({ clock, publicUrl }: { clock: Clock; publicUrl: string }) {
  const held = new LRUCache<string, { since: number; ms: number }>({ max: maxSources })
  const keyOf = (source: Source) => {
    const deviceToken = readDeviceToken(source, publicUrl)
    const address = addressPrefix(source.address)
    return deviceToken === undefined ? address : `${address} ${digestText(deviceToken)}`
  }

  return {
    /** Fails with SERVICE_UNAVAILABLE while the source has to wait. */
    assertMayTry(source: Source): void {
      const hold = held.get(keyOf(source))
      // Absolute, since the clock can be set back.
      if (!hold || Math.abs(clock.now() - hold.since) >= hold.ms) return
      throw unavailable('sign-ins of this source wait for the queue of auth-service')
    },

    async watch<T>(context: Source & Pick<RequestContext, 'undo'>, work: () => Promise<T> | T): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ServiceError) || typeof error.data.queue_ms !== 'number') throw error
        // Half of the work in the queue: it does not run dry meanwhile.
        const ms = Math.min(maxHoldMs, error.data.queue_ms / 2)
        held.set(keyOf(context), { since: clock.now(), ms })
        // A password is hashed before a session is created.
        context.undo = null
        // Without `queue_ms`, which is no property of the response.
        throw unavailable(error, Number(error.data.retry_after))
      }
    },
  }
}
