import { randomUUID } from 'node:crypto'
import { unavailable } from '../errors/service-error.ts'
import type { Logger } from '../process/log.ts'
import type { Clock } from '../time/clock.ts'
import {
  claimNumber,
  type LeaseCollection,
  renew,
  type WorkerNumberLease,
  workerNumbers,
} from './lease-store.ts'

export type WorkerLease = {
  /** The number held; throws SERVICE_UNAVAILABLE while there is none. */
  worker(): number
  isHeld(): boolean
  /** Resolves when a number is held for the first time. */
  held: Promise<void>
  close(): Promise<void>
}

const renewEveryMs = 10_000
const retryEveryMs = 1000

/** A clock that no one sets: what a lease is measured with, so that moving product time neither ends nor extends it. */
const steadyClock: Clock = { now: () => performance.now() }

/**
 * Leases a worker number for snowflakes in MongoDB (contract.md 9, "Ids"): renewed every 10 s, lost 30 s after the last
 * renewal, and then no longer given out, since another process may hold it. Keeps trying while MongoDB is away. A number that was
 * given back rests until its lease runs out, so that clocks a little apart cannot make the same id.
 */
export function leaseWorker(options: {
  collection: LeaseCollection
  log: Logger
  clock?: Clock
}): WorkerLease {
  const { collection, log, clock = steadyClock } = options
  const owner = randomUUID()
  let lease: WorkerNumberLease | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let round = Promise.resolve()
  let announce = () => {}
  const held = new Promise<void>((resolve) => {
    announce = resolve
  })

  const isHeld = () => lease !== null && clock.now() < lease.until
  const renewOnce = async (): Promise<boolean> => {
    try {
      lease = await takeOrRenew(collection, owner, lease, clock)
      if (!lease) log.error(`all ${workerNumbers} worker numbers are taken`)
      return lease !== null
    } catch (error) {
      log.warn({ err: error }, 'the worker number could not be leased or renewed')
      return false
    }
  }
  const tick = () => {
    round = renewOnce().then((renewed) => {
      if (renewed) announce()
      if (!closed) timer = setTimeout(tick, renewed ? renewEveryMs : retryEveryMs)
    })
  }
  tick()

  return {
    held,
    isHeld,
    worker() {
      if (lease === null || !isHeld()) throw unavailable()
      return lease.number
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await round
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
