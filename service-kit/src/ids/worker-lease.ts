import { randomInt, randomUUID } from 'node:crypto'
import type { mongo } from 'mongoose'
import { ServiceError } from '../errors/service-error.ts'
import type { Logger } from '../process/log.ts'

/** Worker numbers of 10 bits, as many as an id has room for. */
const numbers = 1024
const leaseMs = 30_000
const renewMs = 10_000
const retryMs = 1_000
/** A holder stops a little before others may take over. */
const safetyMs = 2_000

type WorkerLease = { _id: number; owner: string; expiresAt: Date }
type Collection = mongo.Collection<WorkerLease>

/** Holds a worker number for as long as it can be renewed. */
export type WorkerNumber = {
  /** The number. Fails with SERVICE_UNAVAILABLE while none is held: a process that lost its lease makes no ids. */
  worker(): number
  isHeld(): boolean
  /** Gives the number back. */
  close(): Promise<void>
}

/**
 * Leases a number from 0 to 1023 that no other process on the same collection holds (contract.md 9, "Ids"). Resolves after
 * the first try and keeps trying while MongoDB is away. Expiry is judged by the server's clock, holding by the monotonic
 * one of this process, so neither a wrong wall clock nor a moved test clock gives a number to two holders.
 */
export async function leaseWorker(options: {
  collection: mongo.Collection
  log: Logger
}): Promise<WorkerNumber> {
  // The collection of leases is this module's own, whatever the caller's type says.
  const collection = options.collection as unknown as Collection
  const owner = randomUUID()
  let held: { number: number; until: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const isHeld = () => held !== undefined && performance.now() < held.until

  async function keep(): Promise<void> {
    const askedAt = performance.now()
    try {
      const number = await renewOrClaim(collection, owner, held?.number)
      held = number === undefined ? undefined : { number, until: askedAt + leaseMs - safetyMs }
      if (!held) options.log.error('every worker number is taken')
    } catch (error) {
      options.log.warn({ err: error }, 'the worker number could not be renewed')
    }
  }

  async function keepOn(): Promise<void> {
    await keep()
    if (!isClosed) timer = setTimeout(keepOn, isHeld() ? renewMs : retryMs).unref()
  }

  await keepOn()
  return {
    worker() {
      if (!held || !isHeld()) throw new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 1 } })
      return held.number
    },
    isHeld,
    async close() {
      isClosed = true
      clearTimeout(timer)
      const number = held?.number
      held = undefined
      if (number === undefined) return
      await collection
        .deleteOne({ _id: number, owner })
        .catch((error) => options.log.warn({ err: error }, 'the worker number was left to expire'))
    },
  }
}

async function renewOrClaim(collection: Collection, owner: string, number?: number) {
  if (number !== undefined && (await hold(collection, number, { owner }, owner))) return number
  // A random start keeps processes that begin together apart.
  const start = randomInt(numbers)
  for (let step = 0; step < numbers; step += 1) {
    const candidate = (start + step) % numbers
    if (await claim(collection, candidate, owner)) return candidate
  }
  return undefined
}

async function claim(collection: Collection, number: number, owner: string): Promise<boolean> {
  const isExpired = { $expr: { $lte: ['$expiresAt', '$$NOW'] } }
  if (await hold(collection, number, isExpired, owner)) return true
  try {
    // Inserts when nobody has the number; somebody else's live lease is a duplicate key.
    return await hold(collection, number, { owner }, owner, { upsert: true })
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

async function hold(
  collection: Collection,
  number: number,
  condition: mongo.Filter<WorkerLease>,
  owner: string,
  options: mongo.UpdateOptions = {},
): Promise<boolean> {
  const expiresAt = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: leaseMs } }
  const result = await collection.updateOne(
    { _id: number, ...condition },
    [{ $set: { owner, expiresAt } }],
    options,
  )
  return result.matchedCount + result.upsertedCount > 0
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000
}
