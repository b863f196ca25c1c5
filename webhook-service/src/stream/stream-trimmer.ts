import { groupStates } from '@gatehouse/service-kit/events/stream-group'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { parseStreamId } from './stream-id.ts'
import type { StreamReader } from './stream-reader.ts'

export type TrimOptions = { key: string; minAgeMs: number; maxAgeMs: number }

/**
 * Removes entries that are older than `minAgeMs` and that every group has acknowledged, and all that are older than `maxAgeMs`. Ages
 * are relative to the newest entry, so clocks of other processes do not matter.
 */
export async function trimStream(
  redis: RedisClient,
  reader: Pick<StreamReader, 'lastId'>,
  { key, minAgeMs, maxAgeMs }: TrimOptions,
): Promise<void> {
  const newest = parseStreamId((await reader.lastId()) ?? '')
  if (!newest) return
  const groups = await groupStates(redis, key)
  const positions = groups.map(({ oldestNeeded }) => msOf(oldestNeeded))
  const newestMs = Number(newest[0])
  const acknowledged = Math.min(newestMs - minAgeMs, ...positions)
  const bound = Math.max(acknowledged, newestMs - maxAgeMs)
  if (bound > 0) await redis.xtrim(key, 'MINID', '~', bound)
}

function msOf(id: string): number {
  return Number(parseStreamId(id)?.[0] ?? 0)
}
