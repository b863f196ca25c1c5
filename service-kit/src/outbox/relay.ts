import { randomUUID } from 'node:crypto'
import type { Logger } from '../process/log.ts'
import type { Clock } from '../time/clock.ts'
import { unreadableEntries } from './outbox-metrics.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxStream } from './outbox-stream.ts'
import type { Publication, PublicationLease, Published } from './publication.ts'

const batchSize = 256
/** Above this the store alone remembers what waits, and it is claimed when its lease is over. */
const maxQueueLength = 10_000
const minPauseMs = 50
/** How long notes of what was published are gathered: each is an update. A process that dies meanwhile repeats no more than that. */
const batchMarksMs = 50
const maxPauseMs = 1000

export type Relay = ReturnType<typeof relay>

type Options = {
  outbox: Pick<OutboxStore, 'claim' | 'markPublished'>
  stream: Pick<OutboxStream, 'append'>
  clock: Clock
  log: Logger
  /** What it publishes, for its log lines. */
  what: string
  /** How long something belongs to the process that stored or claimed it. */
  leaseMs: number
  /** How often it looks for what processes that ended left, and for what was stored without a lease. */
  pollMs: number
}

/**
 * Publishes everything stored at least once. It is stored with a lease of its own process already on it and published from
 * memory at once; when that process ends first, the lease runs out and any relay claims it. So a crash at any step delays or
 * repeats a publication, and loses none.
 */
export function relay({ outbox, stream, clock, log, what, leaseMs, pollMs }: Options) {
  const owner = randomUUID()
  let queue: Publication[] = []
  let unmarked: Published[] = []
  let markAt = Number.POSITIVE_INFINITY
  let claimAt = 0
  let pauseMs = 0
  let isClosing = false
  let wake = () => {}

  const running = run()

  return {
    /** The lease something is stored with, so that no other process claims it meanwhile. */
    lease: (): PublicationLease => ({ owner, leaseUntil: clock.now() + leaseMs }),

    /** Publishes what was stored under our lease. */
    offer(publication: Publication): void {
      if (queue.length < maxQueueLength) queue.push(publication)
      wake()
    },

    /** Publishes what it holds if that is possible now; the rest waits in the store for another relay. */
    async close(): Promise<void> {
      isClosing = true
      wake()
      await running
    },
  }

  async function run(): Promise<void> {
    while (true) {
      const wasClosing = isClosing
      const isIdle = await step()
      if (wasClosing && (isIdle || pauseMs > 0)) return
      if (isIdle || pauseMs > 0) await pause()
    }
  }

  /** One batch. True when there was nothing to do. */
  async function step(): Promise<boolean> {
    try {
      if (pauseMs > 0) await markPublished()
      const batch = await nextBatch()
      if (batch.length > 0) await publish(batch)
      if (isClosing || unmarked.length >= batchSize || performance.now() >= markAt) await markPublished()
      if (pauseMs > 0) log.info(`${what} are published again`)
      pauseMs = 0
      return batch.length === 0
    } catch (error) {
      if (pauseMs === 0) log.warn({ err: error }, `${what} cannot be published; they wait in the store`)
      pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, pauseMs * 2))
      return false
    }
  }

  async function nextBatch(): Promise<Publication[]> {
    const now = clock.now()
    const held = queue.filter(({ leaseUntil }) => leaseUntil > now)
    // What we lost the lease of is older than the rest of the queue, so the store is asked first.
    if (held.length < queue.length) claimAt = 0
    queue = held
    if (performance.now() >= claimAt) {
      // What was published already must not be found again.
      await markPublished()
      const { publications, unreadable } = await outbox.claim({ now, leaseMs, max: batchSize })
      for (const { id, error } of unreadable) {
        unreadableEntries.inc({ what })
        log.error({ err: error, entry_id: id, source: what }, 'outbox entry cannot be read; skipped')
      }
      if (publications.length > 0) return publications
      claimAt = performance.now() + pollMs
    }
    return queue.splice(0, batchSize)
  }

  async function publish(batch: Publication[]): Promise<void> {
    let published: Published[] = []
    try {
      const outcome = await stream.append(batch)
      published = outcome.published
      if (outcome.error) throw outcome.error
    } finally {
      if (unmarked.length === 0) markAt = performance.now() + batchMarksMs
      unmarked.push(...published)
      if (published.length < batch.length) queue.unshift(...batch.slice(published.length))
    }
  }

  async function markPublished(): Promise<void> {
    if (unmarked.length > 0) await outbox.markPublished(unmarked)
    unmarked = []
    markAt = Number.POSITIVE_INFINITY
  }

  async function pause(): Promise<void> {
    const isOffered = queue.length > 0 && pauseMs === 0
    if (isClosing || isOffered) return
    await new Promise<void>((resolve) => {
      const quietMs = Math.min(pollMs, Math.max(1, markAt - performance.now()))
      const timer = setTimeout(resolve, pauseMs || quietMs)
      // While a store is away, nothing new makes us try sooner.
      wake = () => {
        if (pauseMs > 0 && !isClosing) return
        clearTimeout(timer)
        resolve()
      }
    })
    wake = () => {}
  }
}
