import type { RedisClient } from '@gatehouse/service-kit/storage/redis'
import slotOf from 'cluster-key-slot'
import { Cluster, type Redis } from 'ioredis'

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
