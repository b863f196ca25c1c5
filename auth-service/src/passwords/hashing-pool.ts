import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { fairQueue } from '@gatehouse/service-kit/queues/fair-queue'
import type { HashJob } from './hash-job.ts'
import { hashingMetrics } from './hashing-metrics.ts'
import { type HashingSlot, openHashingSlot } from './hashing-slot.ts'

/** For whom something is hashed. Operators have no address. */
export type HashRequester = { address: string | undefined; signal: AbortSignal | undefined }

type Waiting = {
  job: HashJob
  since: number
  resolve: (value: string | boolean) => void
  reject: (error: unknown) => void
}

type Options = {
  /** Most threads that hash: as many as cores. One stands ready, each further one opens when work waits for it. */
  slots: number
  /** How much work may wait, in milliseconds of it, and how long any of it; what comes beyond is refused at once. */
  maxQueueMs: number
  /** What one hash is thought to take until the first was measured. */
  expectedMs: number
  /** Of one hash, for the metrics. */
  memoryKib?: number
  onDeath: (error: Error) => void
  /** Another worker file, for tests. */
  worker?: URL
}

/** How far one measurement moves the average. */
const weight = 0.1

/**
 * Admits hashing to a fixed number of niced threads behind a queue bounded by time (contract.md 3 and 9, "Hashing"), fair per
 * address or /64: when it is full, whoever has most waiting gives way. What finds no room fails with SERVICE_UNAVAILABLE at
 * once, which keeps memory flat and answers quick under a storm of logins.
 */
export function openHashingPool(options: Options) {
  const queue = fairQueue<Waiting>()
  const metrics = hashingMetrics(() => ({
    slots: options.slots,
    busy: slots.filter((slot) => slot.isBusy()).length,
    waiting: queue.size(),
    memoryBytes: options.slots * (options.memoryKib ?? 0) * 1024,
  }))
  let averageMs = options.expectedMs
  let closed = false

  const hashOn = async (slot: HashingSlot, { job, since, resolve, reject }: Waiting) => {
    const startedAt = performance.now()
    metrics.waits.observe((startedAt - since) / 1000)
    try {
      resolve(await slot.run(job))
      const tookMs = performance.now() - startedAt
      metrics.times.observe(tookMs / 1000)
      averageMs += weight * (tookMs - averageMs)
    } catch (error) {
      reject(error)
    }
  }

  /** Of a machine that became slower less is done in time than was admitted. */
  const nextInTime = () => {
    for (let next = queue.next(); next; next = queue.next()) {
      if (performance.now() - next.since <= options.maxQueueMs) return next
      next.reject(refusal('late'))
    }
    return undefined
  }

  const dispatch = () => {
    for (const slot of slots.filter((one) => one.isFree())) {
      const next = nextInTime()
      if (!next) return
      void hashOn(slot, next)
    }
    const starting = slots.filter((slot) => !slot.isReady()).length
    if (queue.size() > starting && slots.length < options.slots) openSlot()
  }

  const slots: HashingSlot[] = []
  const openSlot = () => {
    const { onDeath, worker } = options
    slots.push(openHashingSlot({ onFree: dispatch, onDeath, ...(worker && { worker }) }))
  }
  openSlot()

  const waitMs = () => (queue.size() * averageMs) / options.slots
  const refusal = (cause: 'full' | 'displaced' | 'late' | 'closing') => {
    metrics.refused.inc({ cause })
    return saturated(waitMs())
  }

  const isFull = () => waitMs() >= options.maxQueueMs
  const assertCapacity = (who: string) => {
    if (closed) throw refusal('closing')
    if (isFull() && !queue.isOutweighed(who)) throw refusal('full')
  }

  return {
    /** Fails as `run` would at this moment for want of room, before anything else is spent on a request that will be turned away. */
    assertCapacity: (address: string | undefined) => assertCapacity(addressPrefix(address ?? '')),

    /** Hashes or verifies; a call whose signal aborts while it waits leaves the queue. */
    async run(job: HashJob, { address = '', signal }: HashRequester): Promise<string | boolean> {
      if (signal?.aborted) throw abandoned(signal)
      const who = addressPrefix(address)
      assertCapacity(who)
      if (isFull()) queue.shedNewest()?.reject(refusal('displaced'))
      return new Promise((resolve, reject) => {
        const entry = { job, since: performance.now(), resolve, reject }
        queue.add(who, entry)
        const leave = () => {
          if (!queue.remove(who, entry)) return
          metrics.refused.inc({ cause: 'left' })
          reject(abandoned(signal))
        }
        signal?.addEventListener('abort', leave, { once: true })
        dispatch()
      })
    },
    isReady: () => slots.some((slot) => slot.isReady()),
    waiting: queue.size,
    metrics: metrics.all,
    async close() {
      closed = true
      for (let next = queue.next(); next; next = queue.next()) next.reject(refusal('closing'))
      await Promise.all(slots.map((slot) => slot.close()))
    },
  }
}

export type HashingPool = ReturnType<typeof openHashingPool>

function saturated(waitMs: number): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', {
    data: { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) },
  })
}

function abandoned(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('UPSTREAM_TIMEOUT', { cause: signal?.reason })
}
