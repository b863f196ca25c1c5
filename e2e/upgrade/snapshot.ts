import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { TempStore } from '@gatehouse/service-kit/testing/temp-store'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'

const { EJSON } = mongoose.mongo.BSON

/** A value by Redis type; `stream` has its entries and the last delivered id of each group. */
type RedisValue =
  | { type: 'string'; value: string }
  | { type: 'hash'; value: Record<string, string> }
  | { type: 'list' | 'set'; value: string[] }
  | { type: 'zset'; value: string[] }
  | { type: 'stream'; value: { entries: [id: string, fields: string[]][]; groups: Record<string, string> } }

type RedisKey = { key: string; ttlMs: number | null } & RedisValue
type Collections = Record<string, unknown[]>

export type Snapshot = {
  /** The commit whose code stored it. */
  commit: string
  /** The time of the services, in milliseconds. */
  at: number
  accounts: Collections
  webhooks: Collections
  /** It is part of some digests. */
  redisPrefix: string
  /** Keys without the prefix. */
  redis: RedisKey[]
  /** What each kind of `kinds.ts` returned. */
  stored: Record<string, unknown>
}

export type Stores = { accounts: TempStore; webhooks: TempStore }

/** The key ring of a snapshot: without it its sealed values are unreadable. */
export function snapshotKeys(): string {
  const key = createHash('sha256').update('the key ring of a snapshot').digest('base64')
  return JSON.stringify({ current: 'snapshot', keys: { snapshot: key } })
}

export function readSnapshot(file: string): Snapshot {
  const { accounts, webhooks, ...rest } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Snapshot
  return { ...rest, accounts: withTypes(accounts), webhooks: withTypes(webhooks) }
}

export function writeSnapshot(file: string, { accounts, webhooks, ...rest }: Snapshot): void {
  const databases = { accounts: withoutTypes(accounts), webhooks: withoutTypes(webhooks) }
  writeFileSync(file, gzipSync(JSON.stringify({ ...rest, ...databases }), { level: 9 }))
}

/** Documents keep their BSON types, such as those of numbers. */
const withTypes = (collections: Collections) =>
  EJSON.deserialize(collections, { relaxed: false }) as Collections
const withoutTypes = (collections: Collections) =>
  EJSON.serialize(collections, { relaxed: false }) as Collections
const asStored = { promoteValues: false, promoteLongs: false, promoteBuffers: false }

export async function takeSnapshot({
  accounts,
  webhooks,
}: Stores): Promise<Pick<Snapshot, 'accounts' | 'webhooks' | 'redis'>> {
  return {
    accounts: await collectionsOf(accounts),
    webhooks: await collectionsOf(webhooks),
    redis: await keysOf(accounts),
  }
}

/** Fills empty stores. */
export async function restoreSnapshot(snapshot: Snapshot, { accounts, webhooks }: Stores): Promise<void> {
  await restoreCollections(accounts, snapshot.accounts)
  await restoreCollections(webhooks, snapshot.webhooks)
  const redis = new Redis(accounts.redisUrl)
  for (const { key, ttlMs, ...value } of snapshot.redis) {
    await restoreKey(redis, `${accounts.redisPrefix}${key}`, value)
    // Stored times decide what has expired; the test may take longer than what was left.
    if (ttlMs !== null) await redis.pexpire(`${accounts.redisPrefix}${key}`, Math.max(ttlMs, 3_600_000))
  }
  redis.disconnect()
}

async function withDatabase<T>(
  { mongodbUrl, database }: TempStore,
  use: (db: mongoose.mongo.Db) => Promise<T>,
): Promise<T> {
  const client = new mongoose.mongo.MongoClient(mongodbUrl)
  return use(client.db(database)).finally(() => client.close())
}

function collectionsOf(store: TempStore): Promise<Collections> {
  return withDatabase(store, async (db) => {
    const names = (await db.listCollections().toArray()).map(({ name }) => name).toSorted()
    const lists = names.map(async (name) => [
      name,
      await db.collection(name).find({}, asStored).sort({ _id: 1 }).toArray(),
    ])
    return Object.fromEntries(await Promise.all(lists))
  })
}

function restoreCollections(store: TempStore, collections: Collections): Promise<void> {
  return withDatabase(store, async (db) => {
    for (const [name, documents] of Object.entries(collections))
      if (documents.length > 0)
        await db.collection(name).insertMany(documents as mongoose.mongo.BSON.Document[])
  })
}

async function keysOf({ redisUrl, redisPrefix }: TempStore): Promise<RedisKey[]> {
  const redis = new Redis(redisUrl)
  const keys: RedisKey[] = []
  for (const key of (await redis.keys(`${redisPrefix}*`)).toSorted()) {
    const ttlMs = await redis.pttl(key)
    const value = await readKey(redis, key)
    if (value === null) continue
    keys.push({ key: key.slice(redisPrefix.length), ttlMs: ttlMs < 0 ? null : ttlMs, ...value })
  }
  redis.disconnect()
  return keys
}

/** Null if it expired meanwhile. */
async function readKey(redis: Redis, key: string): Promise<RedisValue | null> {
  const type = await redis.type(key)
  switch (type) {
    case 'string':
      return { type, value: (await redis.get(key)) ?? '' }
    case 'hash':
      return { type, value: await redis.hgetall(key) }
    case 'list':
      return { type, value: await redis.lrange(key, 0, -1) }
    case 'set':
      return { type, value: await redis.smembers(key) }
    case 'zset':
      return { type, value: await redis.zrange(key, '0', '-1', 'WITHSCORES') }
    case 'stream': {
      const groups = (await redis.xinfo('GROUPS', key)) as unknown[][]
      const fieldOf = (group: unknown[], name: string) => String(group[group.indexOf(name) + 1])
      const delivered = groups.map((group) => [fieldOf(group, 'name'), fieldOf(group, 'last-delivered-id')])
      return {
        type,
        value: { entries: await redis.xrange(key, '-', '+'), groups: Object.fromEntries(delivered) },
      }
    }
    case 'none':
      return null
    default:
      throw new Error(`${key} has the type ${type}.`)
  }
}

async function restoreKey(redis: Redis, key: string, { type, value }: RedisValue): Promise<void> {
  switch (type) {
    case 'string':
      return void (await redis.set(key, value))
    case 'hash':
      return void (await redis.hset(key, value))
    case 'list':
      return void (await redis.rpush(key, ...value))
    case 'set':
      return void (await redis.sadd(key, ...value))
    case 'zset': {
      for (let at = 0; at < value.length; at += 2) await redis.zadd(key, value[at + 1] ?? '', value[at] ?? '')
      return
    }
    case 'stream':
      for (const [id, fields] of value.entries) await redis.xadd(key, id, ...fields)
      for (const [group, id] of Object.entries(value.groups))
        await redis.xgroup('CREATE', key, group, id, 'MKSTREAM')
  }
}
