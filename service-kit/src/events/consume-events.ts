import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import { isStoreUnavailable } from '../errors/store-unavailable.ts'
import type { Logger } from '../process/log.ts'
import { pollingLoop } from '../process/polling-loop.ts'
import { InvalidDocumentError } from '../storage/batched-insert.ts'
import { readEventJson } from './event-json.ts'
import { type RejectionReason, rejectedEvents } from './event-metrics.ts'
import { isGroupGone, maxEntries, type StreamEntry, type StreamGroup } from './stream-group.ts'

type Options = {
  stream: StreamGroup
  source: string
  /** A name that no other process uses at the same time; throws while there is none. */
  consumer: () => string
  /** Stores an event; the same event may come again. After an InvalidDocumentError it is skipped, after others retried. */
  accept: (event: Event) => Promise<void>
  log: Logger
  /** Events of this time are read and stored together. */
  pollMs: number
  /** How often entries of other consumers are claimed, and how long those must have been pending. */
  claimEveryMs: number
  idleMs: number
}

const minPauseMs = 50
const maxPauseMs = 1000

/** At least once. Polls, since a blocking read would block the connection that the whole process shares. */
export function consumeEvents({ stream, source, consumer, accept, log, ...times }: Options) {
  let claimAt = 0
  let isGroupCreated = false
  /** Of the last entries, those that are not stored or not acknowledged yet. */
  let remaining: StreamEntry[] = []

  const loop = pollingLoop({
    work: step,
    backoff: { minMs: minPauseMs, maxMs: maxPauseMs },
    onFailure(error, failures) {
      // If Redis lost the group with its data, the next attempt creates it again.
      if (isGroupGone(error)) isGroupCreated = false
      if (failures === 1) log.warn({ err: error, source }, 'event consumption failed; retrying')
    },
    onRecovery: () => log.info({ source }, 'event consumption resumed'),
  })

  return { lag: stream.unacknowledged, close: loop.close }

  async function step(): Promise<number> {
    const name = consumer()
    if (!isGroupCreated) await stream.create()
    isGroupCreated = true
    // Otherwise they would wait until they are claimed.
    if (remaining.length > 0) await processEntries(remaining)
    if (performance.now() >= claimAt) await claimPending(name)
    const entries = await stream.readNew(name)
    await processEntries(entries)
    return entries.length < maxEntries ? times.pollMs : 0
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

  /** Throws while a store is unavailable; what is left is tried again. */
  async function processEntries(entries: StreamEntry[]): Promise<void> {
    remaining = entries
    if (entries.length === 0) return
    const outcomes = await Promise.allSettled(entries.map(processEntry))
    const isDone = (outcome: (typeof outcomes)[number] | undefined) =>
      outcome?.status === 'fulfilled' && outcome.value
    await stream.acknowledge(entries.filter((_, index) => isDone(outcomes[index])))
    remaining = entries.filter((_, index) => outcomes[index]?.status === 'rejected')
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
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
}
