import { Redis } from 'ioredis'
import mongoose from 'mongoose'

const answerWithinMs = 5_000

/** Rejects unless a replica set answers at a MongoDB address that the environment gave. */
export async function assertMongodbAnswers(url: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: answerWithinMs })
  try {
    const hello = await client.db('admin').command({ hello: 1 })
    if (!hello.setName && hello.msg !== 'isdbgrid')
      throw new Error('it is no replica set, so it has no transactions')
  } catch (error) {
    throw givenButUnusable('GATEHOUSE_MONGODB_URL', url, error)
  } finally {
    await client.close()
  }
}

/** Rejects unless a Redis answers at an address that the environment gave. */
export async function assertRedisAnswers(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: answerWithinMs,
    retryStrategy: () => null,
  })
  // The rejected call says only that the connection is closed; why is told to the listener.
  let reason: Error | undefined
  redis.on('error', (error: Error) => {
    reason = error
  })
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    throw givenButUnusable('GATEHOUSE_REDIS_URL', url, reason ?? error)
  } finally {
    redis.disconnect()
  }
}

/** The address without its password. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:***@')
}

function givenButUnusable(setting: string, url: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(
    `${setting} is set, but ${withoutPassword(url)} cannot be used: ${withoutPassword(reason)}`,
  )
}
