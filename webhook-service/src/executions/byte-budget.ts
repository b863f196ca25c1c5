import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { maxBodyBytes } from './formats.ts'
import { largeBody } from './renderer.ts'

export type ByteBudget = ReturnType<typeof byteBudget>

/** The part of a budget that one webhook can use, so that slow uploads to one do not block the others. */
const sharePerWebhook = 1 / 8

/**
 * Limits the bytes of inflated bodies in memory. A body counts as small until it exceeds `largeBody`, then as large, so that
 * small bodies are never rejected because of large ones. Bytes beyond a budget throw SERVICE_UNAVAILABLE; nothing waits.
 */
export function byteBudget(total: { small: number; large: number }) {
  const small = pool(total.small, Math.max(total.small * sharePerWebhook, largeBody))
  const large = pool(total.large, Math.max(total.large * sharePerWebhook, maxBodyBytes))

  return {
    /** For one body. Disposing it releases all its bytes. */
    open(webhookId: string) {
      let held = 0
      let from = small
      return {
        acquire(bytes: number): void {
          if (from === small && held + bytes > largeBody) {
            large.acquire(webhookId, held + bytes)
            small.release(webhookId, held)
            from = large
          } else {
            from.acquire(webhookId, bytes)
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

    acquire(webhookId: string, bytes: number): void {
      const isOver = inFlight + bytes > total || (held.get(webhookId) ?? 0) + bytes > perWebhook
      if (isOver) throw unavailable()
      add(webhookId, bytes)
    },

    release: (webhookId: string, bytes: number): void => add(webhookId, -bytes),
  }
}
