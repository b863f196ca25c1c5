import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import type { Logger } from '../process/log.ts'
import { InvalidDocumentError } from '../storage/batched-insert.ts'
import { abortableDelay } from '../time/abortable-delay.ts'
import { readEventJson } from './event-json.ts'
import { type RejectionReason, rejectedEvents } from './event-metrics.ts'
import { isGroupGone, type StreamEntry, type StreamGroup } from './stream-group.ts'

type Options = {
  stream: StreamGroup
  source: string
  /** A name that no other process uses at the same time; throws while there is none. */
  consumer: () => string
  /** Stores an event; the same event may come again. After an InvalidDocumentError it is skipped, after others retried. */
  accept: (event: Event) => Promise<void>
  log: Logger
  pollMs: number
  /** How often entries of other consumers are claimed, and how long those must have been pending. */
  claimEveryMs: number
  idleMs: number
}

const minPauseMs = 50
const maxPauseMs = 1000

/** At least once. Polls, since a blocking read would block the connection that the whole process shares. */
export function consumeEvents({ stream, source, consumer, accept, log, ...times }: Options) {
  const closing = new AbortController()
  let claimAt = 0
  let isGroupCreated = false
  let pauseMs = 0
  const running = run()

  return {
    lag: stream.unacknowledged,

    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const isIdle = await step().catch(noteFailure)
      if (isIdle) await abortableDelay(closing.signal, pauseMs || times.pollMs)
    }
  }

  async function step(): Promise<boolean> {
    const name = consumer()
    if (!isGroupCreated) await stream.create()
    isGroupCreated = true
    // First, since entries that were read but not stored are retried only by a claim.
    if (performance.now() >= claimAt) await claimPending(name)
    const entries = await stream.readNew(name)
    await processEntries(entries)
    noteSuccess()
    return entries.length === 0
  }

  async function claimPending(name: string): Promise<void> {
    const { entries, trimmed } = await stream.claim(name, times.idleMs)
    claimAt = performance.now() + times.claimEveryMs
    if (trimmed > 0) {
      reject('trimmed', trimmed)
      log.error({ source, count: trimmed }, 'events were trimmed from the stream before they were stored')
    }
    await processEntries(entries)
  }

  /** Retries while a store is unavailable; otherwise the entries would wait until they are claimed. */
  async function processEntries(entries: StreamEntry[]): Promise<void> {
    let remaining = entries
    while (remaining.length > 0 && !closing.signal.aborted) {
      try {
        const outcomes = await Promise.allSettled(remaining.map(processEntry))
        const isDone = (outcome: (typeof outcomes)[number] | undefined) =>
          outcome?.status === 'fulfilled' && outcome.value
        await stream.acknowledge(remaining.filter((_, index) => isDone(outcomes[index])))
        remaining = remaining.filter((_, index) => outcomes[index]?.status === 'rejected')
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      } catch (error) {
        noteFailure(error)
        await abortableDelay(closing.signal, pauseMs)
      }
    }
  }

  /** Returns whether the entry may be acknowledged. Throws while a store is unavailable. */
  async function processEntry({ id: entry, fields }: StreamEntry): Promise<boolean> {
    const event = readEventJson(fields.get('event') ?? '')
    if (event === null) {
      reject('unreadable')
      log.error({ source, entry_id: entry }, 'stream entry is not an event; skipped')
      return true
    }
    try {
      await accept(event)
      return true
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      const isInvalid = error instanceof InvalidDocumentError
      reject(isInvalid ? 'invalid' : 'failed')
      const about = { err: error, source, event_id: event.id, event_type: event.type }
      log.error(about, isInvalid ? 'event cannot be stored; skipped' : 'event not stored; retrying later')
      return isInvalid
    }
  }

  function reject(reason: RejectionReason, count = 1): void {
    rejectedEvents.inc({ source, reason }, count)
  }

  function noteSuccess(): void {
    if (pauseMs > 0) log.info({ source }, 'event consumption resumed')
    pauseMs = 0
  }

  function noteFailure(error: unknown): true {
    // If Redis lost the group with its data, the next attempt creates it again.
    if (isGroupGone(error)) isGroupCreated = false
    if (pauseMs === 0) log.warn({ err: error, source }, 'event consumption failed; retrying')
    pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, pauseMs * 2))
    return true
  }
}
