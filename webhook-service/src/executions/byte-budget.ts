import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import { maxBodyBytes, maxSmallBodyBytes } from './body-sizes.ts'

export type ByteBudget = ReturnType<typeof byteBudget>

/** The part of a pool that one webhook can use, so that slow uploads to one do not block the others. */
const sharePerWebhook = 1 / 8

/**
 * Limits the bytes of inflated bodies in memory. A body counts as small until it exceeds `maxSmallBodyBytes`, then as large, so
 * that small bodies are never rejected because of large ones. Bytes beyond a pool throw SERVICE_UNAVAILABLE; nothing waits.
 */
export function byteBudget(total: { small: number; large: number }) {
  const small = bytePool(total.small, Math.max(total.small * sharePerWebhook, maxSmallBodyBytes))
  const large = bytePool(total.large, Math.max(total.large * sharePerWebhook, maxBodyBytes))

  return {
    /** For one body. Disposing it releases all its bytes. */
    openReservation(webhookId: string) {
      let reserved = 0
      let pool = small
      return {
        reserve(bytes: number): void {
          if (pool === small && reserved + bytes > maxSmallBodyBytes) {
            large.reserve(webhookId, reserved + bytes)
            small.release(webhookId, reserved)
            pool = large
          } else {
            pool.reserve(webhookId, bytes)
          }
          reserved += bytes
        },
        [Symbol.dispose](): void {
          pool.release(webhookId, reserved)
          reserved = 0
        },
      }
    },

    reservedBytes: () => ({ small: small.reservedBytes(), large: large.reservedBytes() }),
  }
}

function bytePool(total: number, maxPerWebhook: number) {
  const byWebhook = new Map<string, number>()
  let reserved = 0

  const add = (webhookId: string, bytes: number) => {
    const sum = (byWebhook.get(webhookId) ?? 0) + bytes
    reserved += bytes
    if (sum === 0) byWebhook.delete(webhookId)
    else byWebhook.set(webhookId, sum)
  }

  return {
    reservedBytes: () => reserved,

    reserve(webhookId: string, bytes: number): void {
      const isOver = reserved + bytes > total || (byWebhook.get(webhookId) ?? 0) + bytes > maxPerWebhook
      if (isOver) throw unavailable()
      add(webhookId, bytes)
    },

    release: (webhookId: string, bytes: number): void => add(webhookId, -bytes),
  }
}
