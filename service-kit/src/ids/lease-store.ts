import { randomInt } from 'node:crypto'
import type { Clock } from '../time/clock.ts'

/** Worker numbers are 0 to 1023, the 10 worker bits of a snowflake. */
export const workerNumbers = 1024

export const leaseMs = 30_000

/** `until` is a time of the holder's clock. */
export type WorkerNumberLease = { number: number; until: number }

export type LeaseDocument = { _id: number; owner: string; expires_at: Date }

export type LeaseCollection = {
  findOneAndUpdate(
    filter: { _id: number },
    update: object[],
    options: { upsert: true; returnDocument: 'after' },
  ): Promise<unknown>
}

export async function claimNumber(
  collection: LeaseCollection,
  owner: string,
  clock: Clock,
): Promise<WorkerNumberLease | null> {
  const start = randomInt(workerNumbers)
  for (let step = 0; step < workerNumbers; step++) {
    const lease = await renew(collection, owner, (start + step) % workerNumbers, clock)
    if (lease) return lease
  }
  return null
}

/**
 * Returns null if another owner has the number. MongoDB's clock decides when a lease expires. The holder
 * counts from before its request, so its lease ends earlier.
 */
export async function renew(
  collection: LeaseCollection,
  owner: string,
  number: number,
  clock: Clock,
): Promise<WorkerNumberLease | null> {
  const until = clock.now() + leaseMs
  try {
    const found = await collection.findOneAndUpdate({ _id: number }, takeIfFree(owner), {
      upsert: true,
      returnDocument: 'after',
    })
    return ownerOf(found) === owner ? { number, until } : null
  } catch (error) {
    // Another owner inserted the same number at the same time.
    if (error instanceof Error && 'code' in error && error.code === 11000) return null
    throw error
  }
}

function takeIfFree(owner: string): object[] {
  const isMine = { $eq: ['$owner', owner] }
  const isExpired = { $lte: [{ $ifNull: ['$expires_at', new Date(0)] }, '$$NOW'] }
  const mayTake = { $or: [isMine, isExpired] }
  return [
    {
      $set: {
        owner: { $cond: [mayTake, owner, '$owner'] },
        expires_at: { $cond: [mayTake, { $add: ['$$NOW', leaseMs] }, '$expires_at'] },
      },
    },
  ]
}

function ownerOf(found: unknown): unknown {
  return typeof found === 'object' && found !== null && 'owner' in found ? found.owner : null
}
