import { isStoreDenied } from '@gatehouse/service-kit/errors/store-unavailable'
import type { Logger } from '@gatehouse/service-kit/process/log'
import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import { slotOwners } from '@gatehouse/service-kit/storage/redis-masters'
import type { Redis } from 'ioredis'

type Options = { redis: RedisClient; prefix: string; log: Pick<Logger, 'warn'> }

/**
 * Warns if a restart of Redis would lose changes of sessions: it replays its append-only file as the user `default`, and skips what
 * that may not do. Checks each master once. Nothing waits for it, and an unavailable Redis is not checked.
 */
export async function checkAppendOnlyFile({ redis, prefix, log }: Options): Promise<void> {
  const found = await Promise.all([...slotOwners(redis).values()].map((master) => replayOf(master, prefix)))
  if (found.includes('skipped'))
    log.warn(
      'Redis replays its append-only file without rights: a restart would lose sessions and restore ended ones',
    )
  else if (found.includes('unknown'))
    log.warn(
      'whether a restart of Redis keeps sessions could not be checked: its user may not call ACL DRYRUN',
    )
}

/** A dry run that is denied returns a text, not an error. Redis before version 7 does not know the command. */
async function replayOf(master: Redis, prefix: string): Promise<'kept' | 'skipped' | 'unknown'> {
  try {
    const info = await master.info('persistence')
    if (!/^aof_enabled:1\r?$/m.test(info)) return 'kept'
    const reply = await master.acl('DRYRUN', 'default', 'HSET', `${prefix}sessions:{1}`, 'a', 'b')
    return String(reply) === 'OK' ? 'kept' : 'skipped'
  } catch (error) {
    return isStoreDenied(error) ? 'unknown' : 'kept'
  }
}
