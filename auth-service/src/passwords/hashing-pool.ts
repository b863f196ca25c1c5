import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { fairQueue } from '@gatehouse/service-kit/queues/fair-queue'
import { hashingMetrics } from './hashing-metrics.ts'
import { type HashingThread, openHashingThread } from './hashing-thread.ts'
import type { HashJob } from './hashing-worker.ts'

export type HashRequester = { address: string | undefined; signal: AbortSignal | undefined }

type QueuedJob = {
  job: HashJob
  queuedAt: number
  resolve: (value: string | boolean) => void
  reject: (error: unknown) => void
}

type Options = {
  /** Maximum number of threads. One is opened at once, the others when jobs wait for them. */
  slots: number
  /** How much work may be queued, in milliseconds of hashing, and how long a job may wait. */
  maxQueueMs: number
  expectedMs: number
  memoryKib?: number
  onThreadExit: (error: Error) => void
  worker?: URL
}

const weight = 0.1

/**
 * Runs hash jobs on a fixed number of low-priority threads. The queue is bounded by time and served in turn by client
 * address (IPv6: /64); when it is full, the newest job of the client with most jobs is displaced. Jobs that are not admitted are
 * rejected with SERVICE_UNAVAILABLE at once, which bounds memory and response times in a burst of sign-ins.
 */
export function openHashingPool(options: Options) {
  const queue = fairQueue<QueuedJob>()
  const metrics = hashingMetrics(() => ({
    slots: options.slots,
    busy: threads.filter((thread) => thread.isBusy()).length,
    waiting: queue.size(),
    memoryBytes: options.slots * (options.memoryKib ?? 0) * 1024,
  }))
  let averageMs = options.expectedMs
  let closed = false

  const runOn = async (thread: HashingThread, { job, queuedAt, resolve, reject }: QueuedJob) => {
    const startedAt = performance.now()
    metrics.waits.observe((startedAt - queuedAt) / 1000)
    try {
      resolve(await thread.run(job))
      const durationMs = performance.now() - startedAt
      metrics.times.observe(durationMs / 1000)
      averageMs += weight * (durationMs - averageMs)
    } catch (error) {
      reject(error)
    }
  }

  /** Jobs can still expire in the queue if the machine slows down after admission. */
  const nextUnexpired = () => {
    for (let next = queue.next(); next; next = queue.next()) {
      if (performance.now() - next.queuedAt <= options.maxQueueMs) return next
      next.reject(refusal('expired'))
    }
    return undefined
  }

  const dispatch = () => {
    for (const thread of threads.filter((one) => one.isIdle())) {
      const next = nextUnexpired()
      if (!next) return
      void runOn(thread, next)
    }
    const starting = threads.filter((thread) => !thread.isReady()).length
    if (queue.size() > starting && threads.length < options.slots) openThread()
  }

  const threads: HashingThread[] = []
  const openThread = () => {
    const { onThreadExit: onExit, worker } = options
    threads.push(openHashingThread({ onIdle: dispatch, onExit, worker }))
  }
  openThread()

  const waitMs = () => (queue.size() * averageMs) / options.slots
  const refusal = (cause: 'full' | 'displaced' | 'expired' | 'closing') => {
    metrics.refused.inc({ cause })
    return unavailableFor(waitMs())
  }

  const isFull = () => waitMs() >= options.maxQueueMs
  const assertCapacityFor = (client: string) => {
    if (closed) throw refusal('closing')
    if (isFull() && !queue.hasLongerQueueThan(client)) throw refusal('full')
  }

  return {
    /** Throws SERVICE_UNAVAILABLE if `run` would reject now, before any other work. */
    assertCapacity: (address: string | undefined) => assertCapacityFor(addressPrefix(address ?? '')),

    /** Hashes or verifies. A queued job whose signal aborts leaves the queue. */
    async run(job: HashJob, { address = '', signal }: HashRequester): Promise<string | boolean> {
      if (signal?.aborted) throw cancelled(signal)
      const client = addressPrefix(address)
      assertCapacityFor(client)
      if (isFull()) queue.dropNewest()?.reject(refusal('displaced'))
      return new Promise((resolve, reject) => {
        const queued = { job, queuedAt: performance.now(), resolve, reject }
        queue.add(client, queued)
        const cancel = () => {
          if (!queue.remove(client, queued)) return
          metrics.refused.inc({ cause: 'cancelled' })
          reject(cancelled(signal))
        }
        signal?.addEventListener('abort', cancel, { once: true })
        dispatch()
      })
    },
    isReady: () => threads.some((thread) => thread.isReady()),
    waiting: queue.size,
    metrics: metrics.all,
    async close() {
      closed = true
      for (let next = queue.next(); next; next = queue.next()) next.reject(refusal('closing'))
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

export type HashingPool = ReturnType<typeof openHashingPool>

function unavailableFor(waitMs: number): ServiceError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: retryAfter } })
}

function cancelled(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('UPSTREAM_TIMEOUT', { cause: signal?.reason })
}
