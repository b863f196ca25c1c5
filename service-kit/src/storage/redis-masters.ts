import slotOf from 'cluster-key-slot'
import { Cluster, type Redis } from 'ioredis'
import { unavailable } from '../errors/service-error.ts'
import type { RedisClient } from './redis.ts'

/** The masters by address; in a Cluster only those that own slots. */
export function slotOwners(redis: RedisClient): Map<string, Redis> {
  if (!(redis instanceof Cluster)) return new Map([['master', redis]])
  const owners = new Set(redis.slots.map(([owner]) => owner))
  const named = redis
    .nodes('master')
    .map((node) => [`${node.options.host}:${node.options.port}`, node] as const)
  return new Map(named.filter(([name]) => owners.has(name)))
}

/** A key that begins with `name` and is served by this master. */
export function keyOn(redis: RedisClient, master: string, name: string): string {
  if (!(redis instanceof Cluster)) return name
  for (let tag = 0; ; tag += 1) {
    const key = `${name}:{${tag}}`
    if (redis.slots[slotOf(key)]?.[0] === master) return key
  }
}

/**
 * Runs commands that must use one connection on the master of this key. If another node became the master meanwhile, runs them there. A pipeline of a
 * Cluster cannot be used: when its slot moves, ioredis 6.0.0 can queue commands without sending them, and each later reply
 * of the connection resolves the wrong command.
 */
export async function onMaster<T>(
  redis: RedisClient,
  key: string,
  run: (master: Redis) => Promise<T>,
): Promise<T> {
  if (!(redis instanceof Cluster)) return run(redis)
  const known = masterOf(redis, key)
  try {
    if (known) return await run(known)
  } catch (error) {
    if (!isRedirection(error)) throw error
  }
  await new Promise((resolve) => redis.refreshSlotsCache(resolve))
  const master = masterOf(redis, key)
  if (!master) throw unavailable('no master owns the slot')
  return run(master)
}

function masterOf(redis: Cluster, key: string): Redis | undefined {
  return slotOwners(redis).get(redis.slots[slotOf(key)]?.[0] ?? '')
}

function isRedirection(error: unknown): boolean {
  return error instanceof Error && /^(MOVED|ASK) /.test(error.message)
}
