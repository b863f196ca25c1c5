import { byteShares } from '@gatehouse/service-kit/limits/byte-shares'
import { maxBodyBytes, maxSmallBodyBytes } from '../limits/body-sizes.ts'

export type ByteBudget = ReturnType<typeof byteBudget>

/** The part of a pool that one webhook can use, so that slow uploads to one do not block the others. */
const sharePerWebhook = 1 / 8

/**
 * Limits the bytes of inflated bodies in memory. A body counts as small until it exceeds `maxSmallBodyBytes`, then as large, so
 * that small bodies are never rejected because of large ones. Bytes beyond a pool throw SERVICE_UNAVAILABLE; nothing waits.
 */
export function byteBudget(total: { small: number; large: number }) {
  const poolOf = (bytes: number, maxOfOneBody: number) =>
    byteShares({ total: bytes, shares: [Math.max(bytes * sharePerWebhook, maxOfOneBody)] })
  const small = poolOf(total.small, maxSmallBodyBytes)
  const large = poolOf(total.large, maxBodyBytes)

  return {
    /** For one body. Disposing it releases all its bytes. */
    openReservation(webhookId: string) {
      let reserved = 0
      let isSmall = true
      let reservation = small.open([webhookId])
      return {
        reserve(bytes: number): void {
          if (isSmall && reserved + bytes > maxSmallBodyBytes) {
            reservation[Symbol.dispose]()
            reservation = large.open([webhookId])
            isSmall = false
            reservation.add(reserved + bytes)
          } else reservation.add(bytes)
          reserved += bytes
        },
        [Symbol.dispose](): void {
          reservation[Symbol.dispose]()
        },
      }
    },

    reservedBytes: () => ({ small: small.reserved(), large: large.reserved() }),
  }
}
