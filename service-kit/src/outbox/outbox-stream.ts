import type { Redis } from 'ioredis'
import type { Logger } from '../process/log.ts'
import type { RedisClient } from '../storage/redis.ts'
import { onMaster } from '../storage/redis-masters.ts'
import type { Publication, Published } from './publication.ts'

export type OutboxStream = ReturnType<typeof outboxStream>

export type StreamBounds = { maxLength: number; maxBytes: number }

type Options = StreamBounds & { key: string; log: Pick<Logger, 'warn'> }
type Appended = { published: Published[]; error: unknown }

/** The memory of a stream is measured after that many bytes or milliseconds: it takes Redis about a millisecond. */
const bytesBetweenChecks = 8 * 1024 * 1024
const msBetweenChecks = 60_000

/** At once, so that Redis serves others soon. The rest is removed with the next entries. */
const maxTrimmed = 100_000

/** Commands that a process can do without for a time: then the stream is bounded by entries alone. */
export const streamRights = { optional: ['memory|usage', 'xlen', 'xtrim'] } as const

/** Appends to a stream of at most about so many entries and bytes. */
export function outboxStream(redis: RedisClient, { key, maxLength, maxBytes, log }: Options) {
  let bytesSinceCheck = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  let isWarned = false

  /** Throws if nothing was appended. */
  async function appendOn(master: Redis, publications: Publication[]): Promise<Appended> {
    const pipeline = master.pipeline()
    for (const { fields } of publications) pipeline.xadd(key, 'MAXLEN', '~', maxLength, '*', ...fields)
    const published: Published[] = []
    for (const [index, [error, streamId]] of ((await pipeline.exec()) ?? []).entries()) {
      const publication = publications[index]
      if (error && index === 0) throw error
      if (error || !publication)
        return { published, error: error ?? new Error('More replies than commands.') }
      const { id, leaseUntil } = publication
      published.push({ id, leaseUntil, streamId: String(streamId) })
    }
    return { published, error: null }
  }

  async function boundBytes(master: Redis, publications: Publication[]): Promise<void> {
    for (const { fields } of publications)
      for (const field of fields) bytesSinceCheck += Buffer.byteLength(field)
    const now = performance.now()
    if (bytesSinceCheck < bytesBetweenChecks && now - checkedAt < msBetweenChecks) return
    bytesSinceCheck = 0
    checkedAt = now
    try {
      const used = (await master.memory('USAGE', key, 'SAMPLES', 0)) ?? 0
      if (used <= maxBytes) return
      const length = Math.floor(((await master.xlen(key)) * maxBytes) / used)
      const trimmed = await master.xtrim(key, 'MAXLEN', '~', length, 'LIMIT', maxTrimmed)
      if (trimmed >= maxTrimmed / 2) checkedAt = Number.NEGATIVE_INFINITY
    } catch (error) {
      if (!isWarned) log.warn({ err: error }, 'stream not bounded by bytes')
      isWarned = true
    }
  }

  return {
    /** Appends in order. Returns those before the first failure, and its error; later ones may be in the stream all the same. */
    append: (publications: Publication[]): Promise<Appended> =>
      onMaster(redis, key, async (master) => {
        const appended = await appendOn(master, publications)
        await boundBytes(master, publications)
        return appended
      }).catch((error: unknown) => ({ published: [], error })),
  }
}
