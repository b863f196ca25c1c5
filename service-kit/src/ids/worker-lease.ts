import { randomUUID } from 'node:crypto'
import { unavailable } from '../errors/service-error.ts'
import type { Logger } from '../process/log.ts'
import { pollingLoop } from '../process/polling-loop.ts'
import type { Clock } from '../time/clock.ts'
import {
  claimNumber,
  type LeaseCollection,
  renew,
  type WorkerNumberLease,
  workerNumbers,
} from './lease-store.ts'

export type WorkerLease = {
  worker(): number
  isHeld(): boolean
  held: Promise<void>
  close(): Promise<void>
}

const renewEveryMs = 10_000
const retryEveryMs = 1000

/** Monotonic, so that a moved test clock or system clock neither ends nor extends a lease. */
const monotonicClock: Clock = { now: () => performance.now() }

/**
 * Renews the lease every 10 s. 30 s after the last renewal the number is lost, because another process may
 * have it. Closing does not release it, so that processes whose clocks differ slightly cannot generate the
 * same id.
 */
export function leaseWorker(options: {
  collection: LeaseCollection
  log: Logger
  clock?: Clock
}): WorkerLease {
  const { collection, log, clock = monotonicClock } = options
  const owner = randomUUID()
  let lease: WorkerNumberLease | null = null
  const held = Promise.withResolvers<void>()

  const isHeld = () => lease !== null && clock.now() < lease.until
  const renewal = pollingLoop({
    async work() {
      lease = await takeOrRenew(collection, owner, lease, clock)
      if (lease) held.resolve()
      else log.error(`all ${workerNumbers} worker numbers are taken`)
      return lease ? renewEveryMs : retryEveryMs
    },
    backoff: { minMs: retryEveryMs, maxMs: retryEveryMs },
    onFailure: (error) =>
      log.warn({ err: error }, 'the lease of the worker number could not be renewed; retrying'),
  })

  return {
    held: held.promise,
    isHeld,
    worker() {
      if (lease === null || !isHeld()) throw unavailable('no worker number is held')
      return lease.number
    },
    async close() {
      await renewal.close()
      lease = null
    },
  }
}

async function takeOrRenew(
  collection: LeaseCollection,
  owner: string,
  lease: WorkerNumberLease | null,
  clock: Clock,
): Promise<WorkerNumberLease | null> {
  const renewed = lease && (await renew(collection, owner, lease.number, clock))
  return renewed ?? (await claimNumber(collection, owner, clock))
}
