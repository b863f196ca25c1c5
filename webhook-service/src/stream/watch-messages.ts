import { setTimeout as pause } from 'node:timers/promises'
import type {
  WatchMessagesRequest,
  WatchMessagesResponse,
  WatchStart,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { invalidFields, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { StreamEntry } from '@gatehouse/service-kit/events/stream-group'
import { listLengthProblem } from '@gatehouse/service-kit/fields/list-length'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'
import { isBefore, parseStreamId } from './stream-id.ts'
import type { StreamReader } from './stream-reader.ts'

type Stream = Duplex<WatchMessagesRequest, WatchMessagesResponse>

export type WatchOptions = {
  reader: StreamReader
  maxWatchers?: number
  pollMs?: number
  heartbeatMs?: number
  /** The time in which a caller must send its first request. */
  startMs?: number
}

const maxPage = 100
const maxFilterIds = 1000
/** More would let a caller that reads too slowly fill the queue of responses. */
const maxCredit = 1000

/** Each watcher polls the stream from its own cursor, so a slow one needs no other memory. */
export function messageWatch({
  reader,
  maxWatchers = 100,
  pollMs = 100,
  heartbeatMs = 5000,
  startMs = 10_000,
}: WatchOptions) {
  let watchers = 0

  return {
    /** Counts callers from the start of the stream, also those that send no request. */
    async watch(stream: Stream): Promise<void> {
      if (watchers >= maxWatchers) throw unavailable('too many watchers')
      watchers += 1
      try {
        await follow(stream)
      } finally {
        watchers -= 1
      }
    },
  }

  async function follow({ messages, send }: Stream): Promise<void> {
    const requests = messages[Symbol.asyncIterator]()
    const first = await Promise.race([requests.next(), pause(startMs, null, { ref: false })])
    const part: WatchMessagesRequest['part'] = first?.value?.part
    const start = part?.$case === 'start' ? part.value : null
    if (!start) throw invalidFields({ start: 'REQUIRED' })
    const matches = filterOf(start)
    const credit = openCredit(requests)
    let cursor = await firstCursor(reader, start.cursor, send)
    let heartbeatAt = performance.now()
    while (!credit.isEnded()) {
      const found = credit.left() > 0 ? await reader.readAfter(cursor, maxPage) : []
      for (const entry of found) {
        if (matches(entry)) {
          if (credit.left() === 0) break
          credit.spend()
          send({ event: { $case: 'message', value: toWatched(entry) } })
        }
        cursor = entry.id
      }
      if (performance.now() >= heartbeatAt) {
        send({ event: { $case: 'heartbeat', value: { cursor } } })
        heartbeatAt = performance.now() + heartbeatMs
      }
      if (found.length < maxPage) await credit.changed(pollMs)
    }
  }
}

type Matches = (entry: StreamEntry) => boolean

/** Fails with INVALID_FORM_BODY. Without ids: all messages. */
function filterOf({ cursor, guildIds, channelIds }: WatchStart): Matches {
  const problems: Parameters<typeof invalidFields>[0] = {}
  for (const [name, ids] of Object.entries({ guild_ids: guildIds, channel_ids: channelIds })) {
    const tooMany = listLengthProblem(ids, maxFilterIds)
    if (tooMany) problems[`start.${name}`] = tooMany
    else
      for (const [index, id] of ids.entries())
        if (!isSnowflake(id)) problems[`start.${name}.${index}`] = 'INVALID_SNOWFLAKE_FORMAT'
  }
  if (cursor !== '' && parseStreamId(cursor) === null) problems['start.cursor'] = 'INVALID_FORMAT'
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const [guilds, channels] = [new Set(guildIds), new Set(channelIds)]
  if (guilds.size + channels.size === 0) return () => true
  return ({ fields }) =>
    guilds.has(fields.get('guild_id') ?? '') || channels.has(fields.get('channel_id') ?? '')
}

/** Where to begin: at the end of the stream unless there is a cursor. Sends `gap` if entries after the cursor may have been trimmed. */
async function firstCursor(reader: StreamReader, cursor: string, send: Stream['send']): Promise<string> {
  if (cursor === '') return (await reader.lastId()) ?? '0-0'
  const from = parseStreamId(cursor)
  const first = parseStreamId((await reader.firstId()) ?? '')
  const isFromStart = from?.every((part) => part === 0n)
  if (from && first && !isFromStart && isBefore(from, first)) send({ event: { $case: 'gap', value: {} } })
  return cursor
}

/** How many messages the caller still accepts. Ends with the requests of the caller. */
function openCredit(requests: AsyncIterator<WatchMessagesRequest>) {
  let left = 0
  let isEnded = false
  let wake = () => {}
  void read()

  async function read(): Promise<void> {
    try {
      for (let next = await requests.next(); !next.done; next = await requests.next()) {
        const { part } = next.value
        if (part?.$case === 'more') left = Math.min(left + part.value, maxCredit)
        wake()
      }
    } catch {
      // The caller disconnected.
    }
    isEnded = true
    wake()
  }

  return {
    left: () => left,
    spend: () => {
      left -= 1
    },
    isEnded: () => isEnded,
    /** Resolves when the caller sent a request or ended, at the latest after `ms`. */
    async changed(ms: number): Promise<void> {
      if (isEnded) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}

function toWatched({ id: cursor, fields }: StreamEntry) {
  return {
    cursor,
    id: fields.get('id') ?? '',
    type: fields.get('type') ?? '',
    channelId: fields.get('channel_id') ?? '',
    guildId: fields.get('guild_id') ?? '',
    message: fields.get('message') ?? '',
  }
}
