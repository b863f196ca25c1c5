import { randomInt } from 'node:crypto'
import type { Clock } from '../time/clock.ts'

/** Numbers 0 to 1023: the 10 worker bits of a snowflake. */
export const workerNumbers = 1024

export const leaseMs = 30_000

/** A number and until when, by the holder's own clock, it may be used. */
export type WorkerNumberLease = { number: number; until: number }

/** What MongoDB keeps of a lease; `_id` is the number. */
export type LeaseDocument = { _id: number; owner: string; expires_at: Date }

/** The one operation needed of a collection; mongoose's and the driver's both have it. */
export type LeaseCollection = {
  findOneAndUpdate(
    filter: { _id: number },
    update: object[],
    options: { upsert: true; returnDocument: 'after' },
  ): Promise<unknown>
}

/** Takes the first number that is free, beginning anywhere; null when all are taken. */
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
 * Takes or extends one number in one atomic step; null when another owner holds it. Expiry is judged by MongoDB's clock alone.
 * The holder counts from before it asked, so that it lets go first.
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
    // Two owners inserted the same number at once, and the other was first.
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
