import type { RedisClient } from '../storage/redis.ts'

export type StreamEntry = { id: string; fields: Map<string, string> }

export type StreamGroup = ReturnType<typeof streamGroup>

const most = 100

/** One consumer of a consumer group of one stream. */
export function streamGroup(redis: RedisClient, { key, group }: { key: string; group: string }) {
  /** Where the next take-over begins: one call sees a bounded part of what is pending. */
  let cursor = '0-0'

  return {
    /** Makes the group, from the oldest entry on, unless it is there. */
    async make(): Promise<void> {
      try {
        await redis.xgroup('CREATE', key, group, '0', 'MKSTREAM')
      } catch (error) {
        if (!startsWith(error, 'BUSYGROUP')) throw error
      }
    },

    /** Entries nobody was given yet, oldest first. */
    async readNew(consumer: string): Promise<StreamEntry[]> {
      const answer = await redis.xreadgroup('GROUP', group, consumer, 'COUNT', most, 'STREAMS', key, '>')
      // One stream was asked, so there is one answer, or none.
      const [[, entries] = ['', []]] = (answer ?? []) as [string, RawEntry[]][]
      return entries.map(toEntry)
    },

    /** Takes over what somebody was given so many milliseconds ago and did not acknowledge; `trimmed` of it are gone. */
    async takeOver(consumer: string, idleMs: number): Promise<{ entries: StreamEntry[]; trimmed: number }> {
      const answer = await redis.xautoclaim(key, group, consumer, idleMs, cursor, 'COUNT', most)
      // Before Redis 7 an entry that was trimmed away comes as null, and without the third part.
      const [next, claimed, deleted = []] = answer as [string, (RawEntry | null)[], string[]?]
      cursor = next
      return { entries: claimed.filter((entry) => entry !== null).map(toEntry), trimmed: deleted.length }
    },

    async acknowledge(entries: StreamEntry[]): Promise<void> {
      if (entries.length > 0) await redis.xack(key, group, ...entries.map(({ id }) => id))
    },
  }
}

/** Whether a failure means that the group is gone, as after Redis lost its data. */
export function isGroupGone(error: unknown): boolean {
  return startsWith(error, 'NOGROUP')
}

type RawEntry = [id: string, fields: string[]]

function toEntry([id, fields]: RawEntry): StreamEntry {
  const pairs = new Map<string, string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    pairs.set(fields[index] ?? '', fields[index + 1] ?? '')
  }
  return { id, fields: pairs }
}

function startsWith(error: unknown, word: string): boolean {
  return error instanceof Error && error.message.startsWith(word)
}
