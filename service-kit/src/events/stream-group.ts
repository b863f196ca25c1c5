import { z } from 'zod'
import type { RedisClient } from '../storage/redis.ts'

export type StreamEntry = { id: string; fields: Map<string, string> }

export type StreamGroup = ReturnType<typeof streamGroup>

/** Of one read. */
export const maxEntries = 100

const rawEntry = z.tuple([z.string(), z.array(z.string())])
const readReply = z.array(z.tuple([z.string(), z.array(rawEntry)])).nullable()
// Before Redis 7, a trimmed entry is null, and the list of trimmed ids is missing.
const claimReply = z.tuple([z.string(), z.array(rawEntry.nullable()), z.array(z.string()).optional()])

const groupsReply = z.array(z.array(z.union([z.string(), z.number(), z.null()])))
const pendingReply = z.tuple([z.number(), z.string().nullable()]).rest(z.unknown())

export type GroupState = {
  name: string
  /** Entries that it has not read or not acknowledged. */
  unacknowledged: number
  /** The id of the oldest entry that it has not acknowledged, or of the last one that it has read. */
  oldestNeeded: string
}

/** The consumer groups of a stream. Throws if the stream does not exist. */
export async function groupStates(redis: RedisClient, key: string): Promise<GroupState[]> {
  const groups = groupsReply.parse(await redis.xinfo('GROUPS', key))
  return Promise.all(
    groups.map(async (fields) => {
      const name = z.string().parse(valueIn(fields, 'name'))
      const [pending, oldestPending] = pendingReply.parse(await redis.xpending(key, name))
      return {
        name,
        // Redis cannot count the entries of a group that was set to an id inside a trimmed part.
        unacknowledged: Number(valueIn(fields, 'lag') ?? 0) + pending,
        oldestNeeded: oldestPending ?? z.string().parse(valueIn(fields, 'last-delivered-id')),
      }
    }),
  )
}

/** What `streamGroup` does with its stream. */
export const groupCommands = ['xgroup|create', 'xreadgroup', 'xautoclaim', 'xack', 'xinfo|groups'] as const

export function streamGroup(redis: RedisClient, { key, group }: { key: string; group: string }) {
  let cursor = '0-0'

  return {
    async create(): Promise<void> {
      try {
        await redis.xgroup('CREATE', key, group, '0', 'MKSTREAM')
      } catch (error) {
        if (!startsWith(error, 'BUSYGROUP')) throw error
      }
    },

    async readNew(consumer: string): Promise<StreamEntry[]> {
      const reply = await redis.xreadgroup('GROUP', group, consumer, 'COUNT', maxEntries, 'STREAMS', key, '>')
      const [[, entries] = ['', []]] = readReply.parse(reply) ?? []
      return entries.map(toEntry)
    },

    /** Claims entries that have been pending for `idleMs`; `trimmed` of those are no longer in the stream. */
    async claim(consumer: string, idleMs: number): Promise<{ entries: StreamEntry[]; trimmed: number }> {
      const reply = await redis.xautoclaim(key, group, consumer, idleMs, cursor, 'COUNT', maxEntries)
      const [next, claimed, deleted = []] = claimReply.parse(reply)
      cursor = next
      return { entries: claimed.filter((entry) => entry !== null).map(toEntry), trimmed: deleted.length }
    },

    /** Entries that the group has not read or not acknowledged. Throws without a group. */
    async unacknowledged(): Promise<number> {
      const groups = groupsReply.parse(await redis.xinfo('GROUPS', key))
      const about = groups.find((fields) => valueIn(fields, 'name') === group) ?? []
      return z.number().parse(valueIn(about, 'lag')) + z.number().parse(valueIn(about, 'pending'))
    },

    async acknowledge(entries: StreamEntry[]): Promise<void> {
      if (entries.length > 0) await redis.xack(key, group, ...entries.map(({ id }) => id))
    },
  }
}

/** The entries of a reply of XRANGE or XREVRANGE. */
export function rangeEntries(reply: unknown): StreamEntry[] {
  return z.array(rawEntry).parse(reply).map(toEntry)
}

/** The group is also gone after Redis lost its data. */
export function isGroupGone(error: unknown): boolean {
  return startsWith(error, 'NOGROUP')
}

function toEntry([id, fields]: z.infer<typeof rawEntry>): StreamEntry {
  const pairs = new Map<string, string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    pairs.set(fields[index] ?? '', fields[index + 1] ?? '')
  }
  return { id, fields: pairs }
}

function valueIn(fields: z.infer<typeof groupsReply>[number], name: string) {
  return fields[fields.indexOf(name) + 1]
}

function startsWith(error: unknown, word: string): boolean {
  return error instanceof Error && error.message.startsWith(word)
}
