import type { Event } from '@gatehouse/proto/gen/events/v1/events'
import type { Logger } from '../process/log.ts'
import { isStoreAway } from '../storage/store-away.ts'
import { pauseUnless } from '../time/pause-unless.ts'
import { readEventJson } from './event-json.ts'
import { isGroupGone, type StreamEntry, type StreamGroup } from './stream-group.ts'

type Options = {
  stream: StreamGroup
  /** A name of this process that no other one uses at the same time; throws while there is none. */
  consumer: () => string
  /** Sees to an event, which may come again. What it throws is tried again, with all that came along. */
  accept: (event: Event) => Promise<void>
  log: Logger
  /** How often it looks for new events, and for those a consumer that ended was given. */
  pollMs: number
  takeOverEveryMs: number
  /** How long a consumer may take before another one takes over. */
  idleMs: number
}

const shortestPauseMs = 50
const longestPauseMs = 1000

/**
 * Sees to every event of another service's stream at least once. An entry is acknowledged when it was seen to; one whose
 * consumer ended before is taken over by another. It polls, since a blocking read would hold up the connection that every
 * other question of this process goes through.
 */
export function consumeEvents({ stream, consumer, accept, log, ...times }: Options) {
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
      if (isIdle) await pauseUnless(closing.signal, awayMs || times.pollMs)
    }
  }

  /** One batch. True when there was nothing to do. */
  async function step(): Promise<boolean> {
    const name = consumer()
    if (!isMade) await stream.make()
    isMade = true
    const entries = await stream.readNew(name)
    if (performance.now() >= takeOverAt) {
      entries.unshift(...(await stream.takeOver(name, times.idleMs)))
      takeOverAt = performance.now() + times.takeOverEveryMs
    }
    await seeTo(entries)
    noteSuccess()
    return entries.length === 0
  }

  /** Tries until it is done: left alone, the entries would wait for being taken over. */
  async function seeTo(entries: StreamEntry[]): Promise<void> {
    const events = entries.map(readable).filter((event) => event !== null)
    while (!closing.signal.aborted) {
      try {
        await Promise.all(events.map(acceptOrPassOver))
        return await stream.acknowledge(entries)
      } catch (error) {
        noteFailure(error)
        await pauseUnless(closing.signal, awayMs)
      }
    }
  }

  /** One that cannot be kept at all must not hold up the others; it stays in the stream. */
  async function acceptOrPassOver(event: Event): Promise<void> {
    try {
      await accept(event)
    } catch (error) {
      if (isStoreAway(error)) throw error
      log.error({ err: error, event_id: event.id, type: event.type }, 'an event was passed over')
    }
  }

  function readable({ id, fields }: StreamEntry): Event | null {
    if (fields === null) return null
    const event = readEventJson(fields.get('event') ?? '')
    if (event === null) log.warn({ entry: id }, 'a stream entry is no event')
    return event
  }

  function noteSuccess(): void {
    if (awayMs > 0) log.info('events of other services are read again')
    awayMs = 0
  }

  function noteFailure(error: unknown): true {
    // Redis may have lost the group with its data: it is made anew at the next try.
    if (isGroupGone(error)) isMade = false
    if (awayMs === 0) log.warn({ err: error }, 'events of other services wait to be read')
    awayMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, awayMs * 2))
    return true
  }
}
