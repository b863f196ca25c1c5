/** Requests in flight may take this long after the drain delay. An execution whose body arrives more slowly is ended. */
export const maxRequestSeconds = 10

const closeStoresSeconds = 1

/** A process exits at the latest this long after SIGTERM. The grace period of its pod must be longer. */
export function forcedExitSeconds(drainSeconds: number): number {
  return drainSeconds + maxRequestSeconds + closeStoresSeconds
}
