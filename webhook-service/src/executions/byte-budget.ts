import { unavailable } from '@gatehouse/service-kit/errors/service-error'

export type ByteBudget = ReturnType<typeof byteBudget>

/**
 * How many bytes of bodies the process holds at once (contract.md 9, Large bodies). What does not fit is refused with
 * SERVICE_UNAVAILABLE at once; nothing waits.
 */
export function byteBudget(total: number) {
  let free = total

  return {
    /** A share that gives everything back when it is disposed. */
    open() {
      let held = 0
      return {
        take(bytes: number): void {
          if (bytes > free) throw unavailable()
          free -= bytes
          held += bytes
        },
        [Symbol.dispose](): void {
          free += held
          held = 0
        },
      }
    },
  }
}
