import { execFileSync } from 'node:child_process'
import { publishedKinds, unpublishedKinds } from './kinds.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import type { World } from './world.ts'

const streams = ['messages', 'events:auth', 'events:sessions', 'events:webhooks']
const aside = 'aside:'

/** Stores every kind of data on this version. */
export async function fill(world: World): Promise<Snapshot> {
  const { network } = world.stack
  const stored: Record<string, unknown> = {}
  for (const [name, { store }] of Object.entries(publishedKinds)) stored[name] = await store(world)
  await network().settle()
  for (const stream of streams)
    await world.onKey(stream, async (redis, key) => {
      if (await redis.exists(key)) await redis.rename(key, key.slice(0, -stream.length) + aside + stream)
      // Its type rejects entries.
      await redis.set(key, 'no stream')
    })
  for (const [name, { store }] of Object.entries(unpublishedKinds)) stored[name] = await store(world)

  const { accounts, webhooks, redis } = await takeSnapshot(network().stores)
  const keys = redis
    .filter(({ key }) => !streams.includes(key))
    .map((entry) => (entry.key.startsWith(aside) ? { ...entry, key: entry.key.slice(aside.length) } : entry))
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  const { redisPrefix } = network().stores.accounts
  return { commit, at: network().clock.now(), accounts, webhooks, redisPrefix, redis: keys, stored }
}
