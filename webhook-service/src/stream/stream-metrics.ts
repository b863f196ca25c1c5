import { groupStates } from '@gatehouse/service-kit/events/stream-group'
import { gauge, type Metric } from '@gatehouse/service-kit/metrics/metric'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { parseStreamId } from './stream-id.ts'
import type { StreamReader } from './stream-reader.ts'

/** Groups are created by consumers; more of them have no sample. */
const maxGroups = 50

export function streamMetrics({
  redis,
  key,
  reader,
  clock,
}: {
  redis: RedisClient
  key: string
  reader: Pick<StreamReader, 'firstId'>
  clock: Clock
}): Metric[] {
  const entries = gauge({
    name: 'gatehouse_message_stream_entries',
    help: 'Messages in the Redis stream. No sample while Redis is unavailable.',
    async collect(metric) {
      metric.reset()
      const length = await redis.xlen(key).catch(() => null)
      if (length === null) metric.remove()
      else metric.set(length)
    },
  })
  const lag = gauge({
    labelNames: ['group'],
    name: 'gatehouse_message_stream_lag',
    help: 'Messages of the Redis stream that a consumer group has not acknowledged, by `group`. No sample while Redis is unavailable.',
    async collect(metric) {
      metric.reset()
      const groups = await groupStates(redis, key).catch(() => [])
      for (const { name, unacknowledged } of groups.slice(0, maxGroups))
        metric.set({ group: name }, unacknowledged)
    },
  })
  const oldest = gauge({
    name: 'gatehouse_message_stream_oldest_seconds',
    help: 'Age of the oldest message in the Redis stream: a consumer that is away for longer misses some. No sample for an empty stream, and while Redis is unavailable.',
    async collect(metric) {
      const [ms] = parseStreamId((await reader.firstId().catch(() => null)) ?? '') ?? []
      if (ms === undefined) metric.remove()
      else metric.set((clock.now() - Number(ms)) / 1000)
    },
  })
  return [entries, lag, oldest]
}
