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

export type HashSource = { path: readonly string[]; isKnown: boolean }

type Options = {
  hashingThreads: number
  /** How much work may be queued, in milliseconds of hashing, and how long a job may wait. */
  maxQueueMs: number
  /** Duration of a job, until the first ones are measured. */
  expectedMs: number
  rejectedJobs: HashingMetrics['rejected']
}

const averageWeight = 0.1

/** Of the queue and of the threads, for sources that are known. */
const knownShare = 0.25

/**
 * Queue of hash jobs, bounded by waiting time. Networks are served in turn, in each its networks and client addresses (IPv6: /64). When
 * the queue is full, a new job displaces the newest job of the source with the most jobs, if that source has at least two jobs more than
 * the source of the new job. Otherwise the new job is rejected. The displaced or rejected job fails at once with
 * SERVICE_UNAVAILABLE and the work in the queue (`queue_ms`), which bounds memory and response times in a burst of sign-ins.
 *
 * Known sources have a quarter of the queue, and every fourth job is one of theirs, so that strangers cannot take all of it.
 */
export function hashingQueue({ hashingThreads, maxQueueMs, expectedMs, rejectedJobs }: Options) {
  const known = fairQueue<QueuedJob>()
  const unknown = fairQueue<QueuedJob>()
  let averageMs = expectedMs
  let closed = false
  let served = 0

  const size = () => known.size() + unknown.size()
  const msOf = (jobs: number) => (jobs * averageMs) / hashingThreads
  const waitMs = () => msOf(size())
  const queueOf = ({ isKnown }: HashSource) => (isKnown ? known : unknown)
  /** What one kind leaves of its share, the other can use only if it is known. */
  const isFull = ({ isKnown }: HashSource) =>
    isKnown
      ? waitMs() >= maxQueueMs && msOf(known.size()) >= maxQueueMs * knownShare
      : msOf(unknown.size()) >= maxQueueMs * (1 - knownShare) || waitMs() >= maxQueueMs
  const rejection = (cause: 'full' | 'displaced' | 'expired' | 'closing') => {
    rejectedJobs.inc({ cause })
    const retryAfter = Math.max(1, Math.ceil(waitMs() / 1000))
    const data = { retry_after: retryAfter, ...(cause !== 'closing' && { queue_ms: Math.round(waitMs()) }) }
    return new ServiceError('SERVICE_UNAVAILABLE', { data, cause: `hashing queue: ${cause}` })
  }

  const assertCapacity = (source: HashSource) => {
    if (closed) throw rejection('closing')
    if (isFull(source) && !queueOf(source).canDisplaceFor(source.path)) throw rejection('full')
  }

  const takeNext = (): QueuedJob | undefined => {
    served += 1
    const isTurnOfKnown = served % Math.round(1 / knownShare) === 0
    const [first, second] = isTurnOfKnown ? [known, unknown] : [unknown, known]
    return first.next() ?? second.next()
  }

  return {
    size,
    /** Throws SERVICE_UNAVAILABLE if `add` would. */
    assertCapacity,

    add(source: HashSource, job: QueuedJob): void {
      assertCapacity(source)
      const queue = queueOf(source)
      if (isFull(source)) queue.displaceFor(source.path)?.reject(rejection('displaced'))
      queue.add(source.path, job)
    },

    cancel(source: HashSource, job: QueuedJob, reason: ServiceError): void {
      if (!queueOf(source).remove(source.path, job)) return
      rejectedJobs.inc({ cause: 'cancelled' })
      job.reject(reason)
    },

    /** Jobs can still expire in the queue if the machine slows down after admission. */
    next(): QueuedJob | undefined {
      for (let next = takeNext(); next; next = takeNext()) {
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
      for (let next = takeNext(); next; next = takeNext()) next.reject(rejection('closing'))
    },
  }
}
