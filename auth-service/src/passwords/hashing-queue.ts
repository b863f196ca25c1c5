import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fairQueue } from '@gatehouse/service-kit/queues/fair-queue'
import type { HashingMetrics } from './hashing-metrics.ts'
import type { HashJob } from './hashing-worker.ts'

export type QueuedJob = {
  job: HashJob
  queuedAt: number
  resolve: (value: string | boolean) => void
  reject: (error: unknown) => void
}

type Options = {
  hashingThreads: number
  /** How much work may be queued, in milliseconds of hashing, and how long a job may wait. */
  maxQueueMs: number
  /** Duration of a job, until the first ones are measured. */
  expectedMs: number
  rejectedJobs: HashingMetrics['rejected']
}

const averageWeight = 0.1

/**
 * Queue of hash jobs, bounded by waiting time. Sources (a client address; IPv6: /64) are served in turn. When the queue is
 * full, a new job displaces the newest job of the source with the most jobs, if that source has at least two jobs more than the
 * source of the new job. Otherwise the new job is rejected. The displaced or rejected job fails at once with
 * SERVICE_UNAVAILABLE and the work in the queue (`queue_ms`), which bounds memory and response times in a burst of sign-ins.
 */
export function hashingQueue({ hashingThreads, maxQueueMs, expectedMs, rejectedJobs }: Options) {
  const queue = fairQueue<QueuedJob>()
  let averageMs = expectedMs
  let closed = false

  const waitMs = () => (queue.size() * averageMs) / hashingThreads
  const isFull = () => waitMs() >= maxQueueMs
  const rejection = (cause: 'full' | 'displaced' | 'expired' | 'closing') => {
    rejectedJobs.inc({ cause })
    const retryAfter = Math.max(1, Math.ceil(waitMs() / 1000))
    const data = { retry_after: retryAfter, ...(cause !== 'closing' && { queue_ms: Math.round(waitMs()) }) }
    return new ServiceError('SERVICE_UNAVAILABLE', { data, cause: `hashing queue: ${cause}` })
  }

  const assertCapacity = (source: string) => {
    if (closed) throw rejection('closing')
    if (isFull() && !queue.canDisplaceFor(source)) throw rejection('full')
  }

  return {
    size: queue.size,
    /** Throws SERVICE_UNAVAILABLE if `add` would. */
    assertCapacity,

    add(source: string, job: QueuedJob): void {
      assertCapacity(source)
      if (isFull()) queue.dropNewest()?.reject(rejection('displaced'))
      queue.add(source, job)
    },

    cancel(source: string, job: QueuedJob, reason: ServiceError): void {
      if (!queue.remove(source, job)) return
      rejectedJobs.inc({ cause: 'cancelled' })
      job.reject(reason)
    },

    /** Jobs can still expire in the queue if the machine slows down after admission. */
    next(): QueuedJob | undefined {
      for (let next = queue.next(); next; next = queue.next()) {
        if (performance.now() - next.queuedAt <= maxQueueMs) return next
        next.reject(rejection('expired'))
      }
      return undefined
    },

    recordDuration(ms: number): void {
      averageMs += averageWeight * (ms - averageMs)
    },

    close(): void {
      closed = true
      for (let next = queue.next(); next; next = queue.next()) next.reject(rejection('closing'))
    },
  }
}
