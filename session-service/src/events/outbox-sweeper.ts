import { randomUUID } from 'node:crypto'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { pollingLoop } from '@gatehouse/service-kit/process/polling-loop'
import { deleteIfEqual } from '@gatehouse/service-kit/storage/delete-if-equal'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { Cluster, type Redis } from 'ioredis'
import { type EventOutbox, outboxOf } from './event-outbox.ts'

type Options = {
  redis: RedisClient
  prefix: string
  outbox: Pick<EventOutbox, 'drain'>
  log: Logger
  everyMs?: number
}

const leaseMs = 60_000
const keysAtOnce = 1000

/**
 * Processes that died leave events in outboxes. One process at a time sweeps; two would publish events twice.
 */
export function outboxSweeper({ redis, prefix, outbox, log, everyMs = 180_000 }: Options) {
  const lease = `${prefix}events:sweeper`
  const owner = randomUUID()
  const { close } = pollingLoop({
    async work(closing) {
      if ((await redis.set(lease, owner, 'PX', leaseMs, 'NX')) === null) return everyMs
      await Promise.all(masterNodes(redis).map((node) => sweepNode(node, closing)))
      await deleteIfEqual(redis, [lease], { value: owner })
      return everyMs
    },
    backoff: { minMs: everyMs, maxMs: everyMs },
    onFailure: (error) => log.warn({ err: error }, 'outbox sweep failed'),
  })
  return { close }

  async function sweepNode(node: Redis, closing: AbortSignal): Promise<void> {
    const pattern = outboxOf(`${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`)
    const failures: unknown[] = []
    let cursor = '0'
    do {
      const [next, keys] = await node.scan(cursor, 'MATCH', pattern, 'COUNT', keysAtOnce, 'TYPE', 'list')
      for (const key of keys) await outbox.drain(key).catch((error) => failures.push(error))
      cursor = next
    } while (cursor !== '0' && !closing.aborted)
    // A broken outbox must not block the others.
    if (failures.length > 0)
      log.warn(
        { err: failures[0], count: failures.length },
        'publication of stored events failed; retrying at the next sweep',
      )
  }
}

function masterNodes(redis: RedisClient): Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis]
}
