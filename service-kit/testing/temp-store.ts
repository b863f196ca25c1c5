import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'

export type TempStore = {
  mongodbUrl: string
  database: string
  redisUrl: string
  redisPrefix: string
  drop(): Promise<void>
}

export function tempStore(): TempStore {
  const name = `t_${randomBytes(8).toString('hex')}`
  const mongodbUrl = required('GATEHOUSE_TEST_MONGODB_URL')
  const redisUrl = required('GATEHOUSE_TEST_REDIS_URL')
  const redisPrefix = `${name}:`
  return {
    mongodbUrl,
    database: name,
    redisUrl,
    redisPrefix,
    async drop() {
      await Promise.all([dropDatabase(mongodbUrl, name), dropKeys(redisUrl, redisPrefix)])
    },
  }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set. Run tests with mocha from the root: its fixture starts the stores.`)
  return value
}

async function dropDatabase(url: string, database: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url)
  // Does not wait for the journal, as the default write concern does for 0.1 s.
  await client.db(database).dropDatabase({ writeConcern: { w: 1 } })
  await client.close()
}

async function dropKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await redis.unlink(keys)
  }
  redis.disconnect()
}
