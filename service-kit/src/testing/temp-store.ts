import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { mongo } from 'mongoose'

/** A database and a key prefix of one test file's own, in the stores of this run. */
export type TempStore = {
  mongodbUrl: string
  database: string
  redisUrl: string
  redisPrefix: string
  /** Removes the database and every key under the prefix. */
  drop(): Promise<void>
}

export async function tempStore(): Promise<TempStore> {
  const mongodbUrl = given('GATEHOUSE_TEST_MONGODB_URL')
  const redisUrl = given('GATEHOUSE_TEST_REDIS_URL')
  const name = randomBytes(6).toString('hex')
  const database = `test_${name}`
  const redisPrefix = `test:${name}:`
  return {
    mongodbUrl,
    database,
    redisUrl,
    redisPrefix,
    async drop() {
      await Promise.all([dropDatabase(mongodbUrl, database), dropKeys(redisUrl, redisPrefix)])
    },
  }
}

function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run tests through mocha, which starts the stores.`)
  return value
}

async function dropDatabase(url: string, database: string): Promise<void> {
  const client = await mongo.MongoClient.connect(url)
  try {
    await client.db(database).dropDatabase()
  } finally {
    await client.close()
  }
}

async function dropKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
      if (keys.length > 0) await redis.unlink(...keys)
    }
  } finally {
    redis.disconnect()
  }
}
