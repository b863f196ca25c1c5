import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import type { Logger } from '../process/log.ts'
import { InvalidDocumentError } from '../storage/insert-each.ts'
import { isStoreUnavailable } from '../storage/store-unavailable.ts'
import { abortableDelay } from '../time/abortable-delay.ts'
import { readEventJson } from './event-json.ts'
import { type RejectionReason, rejectedEvents } from './event-metrics.ts'
import { isGroupGone, type StreamEntry, type StreamGroup } from './stream-group.ts'

type Options = {
  stream: StreamGroup
  /** The service whose events these are, for metrics. */
  source: string
  /** A name of this process that no other one uses at the same time; throws while there is none. */
  consumer: () => string
  /** Stores an event, which may come again. Only an InvalidDocumentError keeps it from coming again. */
  accept: (event: Event) => Promise<void>
  log: Logger
  /** How often it looks for new events, and for those a consumer that ended was given. */
  pollMs: number
  takeOverEveryMs: number
  /** How long a consumer may take before another one takes over. */
  idleMs: number
}

const minPauseMs = 50
const maxPauseMs = 1000

/**
 * Stores every event of another service's stream at least once. An entry is acknowledged when it is stored or never can be; one
 * that failed, or whose consumer ended before, is taken over after `idleMs`. It polls, since a blocking read would hold up the connection that every
 * other question of this process goes through.
 */
export function consumeEvents({ stream, source, consumer, accept, log, ...times }: Options) {
  const closing = new AbortController()
  let takeOverAt = 0
  let isMade = false
  /** How long it waits before it tries again; 0 while nothing is away. */
  let awayMs = 0
  const running = run()

  return {
    /** Ends after what is at hand; what was not acknowledged goes to another consumer. */
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const isIdle = await step().catch(noteFailure)
      if (isIdle) await abortableDelay(closing.signal, awayMs || times.pollMs)
    }
  }

  /** One batch. True when there was nothing to do. */
  async function step(): Promise<boolean> {
    const name = consumer()
    if (!isMade) await stream.make()
    isMade = true
    // First: what was read and not stored comes again through it alone, so nothing new is read while it fails.
    if (performance.now() >= takeOverAt) await takeOver(name)
    const entries = await stream.readNew(name)
    await seeTo(entries)
    noteSuccess()
    return entries.length === 0
  }

  async function takeOver(name: string): Promise<void> {
    const { entries, trimmed } = await stream.takeOver(name, times.idleMs)
    takeOverAt = performance.now() + times.takeOverEveryMs
    for (let count = 0; count < trimmed; count += 1) reject('trimmed')
    if (trimmed > 0)
      log.error({ source, count: trimmed }, 'events were trimmed from the stream before they were stored')
    await seeTo(entries)
  }

  /** Repeats what a store that is away refused: left alone, the entries would wait for being taken over. */
  async function seeTo(entries: StreamEntry[]): Promise<void> {
    let remaining = entries
    while (remaining.length > 0 && !closing.signal.aborted) {
      try {
        const outcomes = await Promise.allSettled(remaining.map(settle))
        const isSettled = (outcome: (typeof outcomes)[number] | undefined) =>
          outcome?.status === 'fulfilled' && outcome.value
        await stream.acknowledge(remaining.filter((_, index) => isSettled(outcomes[index])))
        remaining = remaining.filter((_, index) => outcomes[index]?.status === 'rejected')
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      } catch (error) {
        noteFailure(error)
        await abortableDelay(closing.signal, awayMs)
      }
    }
  }

  /** Whether an entry may be acknowledged. Fails while a store is away. */
  async function settle({ id: entry, fields }: StreamEntry): Promise<boolean> {
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

  function reject(reason: RejectionReason): void {
    rejectedEvents.inc({ source, reason })
  }

  function noteSuccess(): void {
    if (awayMs > 0) log.info('events of other services are read again')
    awayMs = 0
  }

  function noteFailure(error: unknown): true {
    // Redis may have lost the group with its data: it is made anew at the next try.
    if (isGroupGone(error)) isMade = false
    if (awayMs === 0) log.warn({ err: error }, 'events of other services wait to be read')
    awayMs = Math.min(maxPauseMs, Math.max(minPauseMs, awayMs * 2))
    return true
  }
}
