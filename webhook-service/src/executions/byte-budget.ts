import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { largestBody } from './formats.ts'
import { largeBody } from './renderer.ts'

export type ByteBudget = ReturnType<typeof byteBudget>

/** A webhook gets at most this part of a budget, so that unfinished uploads to one do not stop the others. */
const sharePerWebhook = 1 / 8

/**
 * How many bytes of bodies, inflated, the process has in memory at once. A body counts against the budget of small bodies
 * until it is larger than that, then against the one of large bodies, so that small ones never wait for large ones. Throws
 * SERVICE_UNAVAILABLE for bytes that do not fit; nothing waits.
 */
export function byteBudget(total: { small: number; large: number }) {
  const small = pool(total.small, Math.max(total.small * sharePerWebhook, largeBody))
  const large = pool(total.large, Math.max(total.large * sharePerWebhook, largestBody))

  return {
    /** The bytes of one body to this webhook; all of them are released when it is disposed. */
    open(webhookId: string) {
      let held = 0
      let from = small
      return {
        take(bytes: number): void {
          if (from === small && held + bytes > largeBody) {
            large.take(webhookId, held + bytes)
            small.release(webhookId, held)
            from = large
          } else {
            from.take(webhookId, bytes)
          }
          held += bytes
        },
        [Symbol.dispose](): void {
          from.release(webhookId, held)
          held = 0
        },
      }
    },

    inFlight: () => ({ small: small.inFlight(), large: large.inFlight() }),
  }
}

function pool(total: number, perWebhook: number) {
  const held = new Map<string, number>()
  let inFlight = 0

  const add = (webhookId: string, bytes: number) => {
    const sum = (held.get(webhookId) ?? 0) + bytes
    inFlight += bytes
    if (sum === 0) held.delete(webhookId)
    else held.set(webhookId, sum)
  }

  return {
    inFlight: () => inFlight,

    take(webhookId: string, bytes: number): void {
      const isOver = inFlight + bytes > total || (held.get(webhookId) ?? 0) + bytes > perWebhook
      if (isOver) throw unavailable()
      add(webhookId, bytes)
    },

    release: (webhookId: string, bytes: number): void => add(webhookId, -bytes),
  }
}
