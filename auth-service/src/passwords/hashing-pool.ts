import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { HashJob } from './hash-job.ts'
import { type HashingSlot, openHashingSlot } from './hashing-slot.ts'

type Waiting = { job: HashJob; resolve: (value: string | boolean) => void; reject: (error: unknown) => void }

type Options = {
  /** Most threads that hash: as many as cores. One stands ready, each further one opens when work waits for it. */
  slots: number
  /** How much work may wait, in milliseconds of it; what comes beyond is refused at once. */
  maxQueueMs: number
  /** What one hash is thought to take until the first was measured. */
  expectedMs: number
  onDeath: (error: Error) => void
  /** Another worker file, for tests. */
  worker?: URL
}

/** How far one measurement moves the average. */
const weight = 0.1

/**
 * Admits hashing to a fixed number of niced threads behind a queue bounded by time (contract.md 3 and 9, "Hashing"). Beyond
 * that `run` fails with SERVICE_UNAVAILABLE at once, which keeps memory flat and answers quick under a storm of logins.
 */
export function openHashingPool(options: Options) {
  const waiting = new Set<Waiting>()
  let averageMs = options.expectedMs
  let closed = false

  const hashOn = async (slot: HashingSlot, { job, resolve, reject }: Waiting) => {
    const startedAt = performance.now()
    try {
      resolve(await slot.run(job))
      averageMs += weight * (performance.now() - startedAt - averageMs)
    } catch (error) {
      reject(error)
    }
  }

  const dispatch = () => {
    for (const slot of slots.filter((one) => one.isFree())) {
      const next = first(waiting)
      if (!next) return
      waiting.delete(next)
      void hashOn(slot, next)
    }
    const starting = slots.filter((slot) => !slot.isReady()).length
    if (waiting.size > starting && slots.length < options.slots) openSlot()
  }

  const slots: HashingSlot[] = []
  const openSlot = () => {
    const { onDeath, worker } = options
    slots.push(openHashingSlot({ onFree: dispatch, onDeath, ...(worker && { worker }) }))
  }
  openSlot()

  const assertRoom = () => {
    const waitMs = (waiting.size * averageMs) / options.slots
    if (closed || waitMs >= options.maxQueueMs) throw saturated(waitMs)
  }

  return {
    /** Hashes or verifies; a call whose signal aborts while it waits leaves the queue. */
    async run(job: HashJob, signal?: AbortSignal): Promise<string | boolean> {
      assertNotAborted(signal)
      assertRoom()
      return new Promise((resolve, reject) => {
        const entry = { job, resolve, reject }
        waiting.add(entry)
        const leave = () => waiting.delete(entry) && reject(abandoned(signal))
        signal?.addEventListener('abort', leave, { once: true })
        dispatch()
      })
    },
    isReady: () => slots.some((slot) => slot.isReady()),
    waiting: () => waiting.size,
    async close() {
      closed = true
      for (const { reject } of waiting) reject(saturated(0))
      waiting.clear()
      await Promise.all(slots.map((slot) => slot.close()))
    },
  }
}

export type HashingPool = ReturnType<typeof openHashingPool>

function first<T>(set: Set<T>): T | undefined {
  return set.values().next().value
}

function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abandoned(signal)
}

function saturated(waitMs: number): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', {
    data: { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) },
  })
}

function abandoned(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('UPSTREAM_TIMEOUT', { cause: signal?.reason })
}
