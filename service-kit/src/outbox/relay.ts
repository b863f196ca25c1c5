import { randomUUID } from 'node:crypto'
import { snowflakeTime } from '../ids/snowflake.ts'
import type { Logger } from '../process/log.ts'
import { pollingLoop } from '../process/polling-loop.ts'
import type { Clock } from '../time/clock.ts'
import { unreadableEntries } from './outbox-metrics.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxStream } from './outbox-stream.ts'
import type { Publication, PublicationLease, Published } from './publication.ts'

const batchSize = 256
/** If the queue is full, a publication is not queued; it is claimed from MongoDB after its lease expires. */
const maxQueueLength = 10_000
const minPauseMs = 50
/**
 * Updates of published entries are batched for this long. If the process dies in this time, the entries that are not yet marked
 * are published again.
 */
const markDelayMs = 50
const maxPauseMs = 1000

export type Relay = ReturnType<typeof relay>

type Options = {
  outbox: Pick<OutboxStore, 'claim' | 'markPublished' | 'oldestPendingId'>
  stream: Pick<OutboxStream, 'append'>
  clock: Clock
  log: Logger
  what: string
  leaseMs: number
  pollMs: number
  /** How long an entry waits for others, so that those of several requests are published and marked in one batch. */
  batchDelayMs?: number
}

/** At least once: if this process dies, another relay claims its documents after their lease. */
export function relay({ outbox, stream, clock, log, what, leaseMs, pollMs, batchDelayMs = 0 }: Options) {
  const owner = randomUUID()
  let queue: Publication[] = []
  let unmarked: Published[] = []
  let markAt = Number.POSITIVE_INFINITY
  let publishAt = 0
  let claimAt = 0
  let hasFailed = false
  let isClosing = false

  const loop = pollingLoop({
    work: step,
    backoff: { minMs: minPauseMs, maxMs: maxPauseMs },
    onFailure(error, failures) {
      hasFailed = true
      if (failures === 1) log.warn({ err: error }, `publication of ${what} failed; retrying`)
    },
    onRecovery() {
      hasFailed = false
      log.info(`publication of ${what} resumed`)
    },
    drains: true,
  })

  return {
    lease: (): PublicationLease => ({ owner, leaseUntil: clock.now() + leaseMs }),

    enqueue(publication: Publication): void {
      if (queue.length === 0) publishAt = performance.now() + batchDelayMs
      if (queue.length < maxQueueLength) queue.push(publication)
      if (queue.length === 1 || isDue()) loop.wake()
    },

    async oldestPendingSeconds(): Promise<number> {
      const id = await outbox.oldestPendingId()
      return id === null ? 0 : Math.max(0, clock.now() - snowflakeTime(id)) / 1000
    },

    close: loop.close,
  }

  async function step(closing: AbortSignal): Promise<number> {
    isClosing = closing.aborted
    if (hasFailed) await markPublished()
    const batch = await nextBatch()
    if (batch.length > 0) await publish(batch)
    if (isClosing || unmarked.length >= batchSize || performance.now() >= markAt) await markPublished()
    return batch.length > 0 || (queue.length > 0 && isDue()) ? 0 : idleMs()
  }

  function idleMs(): number {
    const nextAt = queue.length > 0 ? Math.min(markAt, publishAt) : markAt
    return Math.min(pollMs, Math.max(1, nextAt - performance.now()))
  }

  async function nextBatch(): Promise<Publication[]> {
    const now = clock.now()
    const leased = queue.filter(({ leaseUntil }) => leaseUntil > now)
    // Documents whose lease expired are older than the rest of the queue, so claim them first.
    if (leased.length < queue.length) claimAt = 0
    queue = leased
    if (performance.now() >= claimAt) {
      // A published document must not be claimed again.
      await markPublished()
      const { publications, unreadable } = await outbox.claim({ now, leaseMs, max: batchSize })
      for (const { id, error } of unreadable) {
        unreadableEntries.inc({ what })
        log.error({ err: error, entry_id: id, source: what }, 'outbox entry cannot be read; skipped')
      }
      if (publications.length > 0) return publications
      claimAt = performance.now() + pollMs
    }
    return isDue() ? queue.splice(0, batchSize) : []
  }

  function isDue(): boolean {
    return isClosing || queue.length >= batchSize || performance.now() >= publishAt
  }

  async function publish(batch: Publication[]): Promise<void> {
    let published: Published[] = []
    try {
      const outcome = await stream.append(batch)
      published = outcome.published
      if (outcome.error) throw outcome.error
    } finally {
      if (unmarked.length === 0) markAt = performance.now() + Math.max(0, markDelayMs - batchDelayMs)
      unmarked.push(...published)
      if (published.length < batch.length) queue.unshift(...batch.slice(published.length))
    }
  }

  async function markPublished(): Promise<void> {
    if (unmarked.length > 0) await outbox.markPublished(unmarked)
    unmarked = []
    markAt = Number.POSITIVE_INFINITY
  }
}
