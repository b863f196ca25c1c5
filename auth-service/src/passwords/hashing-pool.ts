import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { addressPath } from '@gatehouse/service-kit/net/address-prefix'
import { batched } from '@gatehouse/service-kit/storage/batched'
import { hashingMetrics } from './hashing-metrics.ts'
import { type HashSource, hashingQueue, type QueuedJob } from './hashing-queue.ts'
import { type HashingThread, openHashingThread } from './hashing-thread.ts'
import type { HashJob } from './hashing-worker.ts'
import type { Argon2Parameters } from './stored-hash.ts'

export type HashRequester = {
  address: string | undefined
  /** The account knows the device or session. Such jobs have a share of the queue and of the threads of their own. */
  isKnown: boolean
  signal: AbortSignal | undefined
}

type Options = {
  parameters: Argon2Parameters
  /** Maximum number of threads. One is opened immediately, the others when jobs wait for them. */
  hashingThreads: number
  maxQueueMs: number
  expectedMs: number
  onThreadExit: (error: Error) => void
  worker?: URL
}

/**
 * How long a result waits for others while jobs are queued. Requests that go on together share messages to the stores and to
 * session-service, which cost as much processor time as the hash if each has its own.
 */
const lingerMs = 50

/** Runs hash jobs on low-priority threads, with a queue by network and client address (IPv6: /64). */
export function openHashingPool(options: Options) {
  const { parameters, hashingThreads, onThreadExit: onExit, worker } = options
  const threads: HashingThread[] = []
  const metrics = hashingMetrics(() => ({
    hashingThreads,
    busy: threads.filter((thread) => thread.isBusy()).length,
    waiting: queue.size(),
    memoryBytes: hashingThreads * parameters.memoryKib * 1024,
  }))
  const queue = hashingQueue({ ...options, rejectedJobs: metrics.rejected })

  const inGroups = batched(async (results: (string | boolean)[]) => results, {
    lingerMs: () => (queue.size() > 0 ? lingerMs : 0),
  })

  const runOn = async (thread: HashingThread, { job, queuedAt, resolve, reject }: QueuedJob) => {
    const startedAt = performance.now()
    metrics.waits.observe((startedAt - queuedAt) / 1000)
    try {
      const result = await thread.run(job)
      const durationMs = performance.now() - startedAt
      metrics.times.observe(durationMs / 1000)
      queue.recordDuration(durationMs)
      resolve(await inGroups(result))
    } catch (error) {
      reject(error)
    }
  }

  const dispatch = () => {
    for (const thread of threads.filter((one) => one.isIdle())) {
      const next = queue.next()
      if (!next) return
      void runOn(thread, next)
    }
    const starting = threads.filter((thread) => !thread.isReady()).length
    if (queue.size() > starting && threads.length < hashingThreads) openThread()
  }

  const openThread = () => {
    threads.push(openHashingThread({ parameters, onIdle: dispatch, onExit, worker }))
  }
  openThread()

  return {
    /** Throws SERVICE_UNAVAILABLE if `run` would reject now, before any other work. */
    assertCapacity: (requester: Omit<HashRequester, 'signal'>) => queue.assertCapacity(sourceOf(requester)),

    /** Hashes or verifies. A queued job whose signal aborts leaves the queue. */
    async run(job: HashJob, requester: HashRequester): Promise<string | boolean> {
      const { signal } = requester
      if (signal?.aborted) throw cancelled(signal)
      const source = sourceOf(requester)
      return new Promise((resolve, reject) => {
        const queued = { job, queuedAt: performance.now(), resolve, reject }
        queue.add(source, queued)
        const cancel = () => queue.cancel(source, queued, cancelled(signal))
        signal?.addEventListener('abort', cancel, { once: true })
        dispatch()
      })
    },
    isReady: () => threads.some((thread) => thread.isReady()),
    metrics: metrics.all,
    async close() {
      queue.close()
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

export type HashingPool = ReturnType<typeof openHashingPool>

function sourceOf({ address = '', isKnown }: Omit<HashRequester, 'signal'>): HashSource {
  return { path: addressPath(address), isKnown }
}

function cancelled(signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('UPSTREAM_TIMEOUT', { cause: signal?.reason })
}
