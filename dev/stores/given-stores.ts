import { setTimeout as pause } from 'node:timers/promises'
import { readSettings, redisSettings } from '@gatehouse/service-kit/process/settings'
import { openRedis } from '@gatehouse/service-kit/storage/redis'
import mongoose from 'mongoose'

const answerWithinMs = 5_000

/** Rejects unless a replica set answers at this address. */
export async function assertMongodbAnswers(url: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: answerWithinMs })
  try {
    const hello = await client.db('admin').command({ hello: 1 })
    if (!hello.setName && hello.msg !== 'isdbgrid')
      throw new Error('it is no replica set, so it has no transactions')
  } catch (error) {
    throw unusable('GATEHOUSE_MONGODB_URL', url, error)
  } finally {
    await client.close()
  }
}

/** Rejects unless the given Redis answers: a single server, the master of its Sentinels, or a Cluster. */
export async function assertRedisAnswers(env: NodeJS.ProcessEnv): Promise<void> {
  const { redisUrl: url, ...tlsPaths } = readSettings(redisSettings('The Redis of the stack:'), env)
  // The rejected call says only that the connection is closed; the log gets the reason.
  let reason: unknown
  const log = {
    info() {},
    warn(fields: object | string) {
      if (typeof fields === 'object' && 'err' in fields) reason = fields.err
    },
  }
  const opening = openRedis({ url, tlsPaths, log })
  try {
    await Promise.race([opening.then(({ redis }) => redis.ping()), rejectLate()])
  } catch (error) {
    throw unusable('GATEHOUSE_REDIS_URL', url, reason ?? error)
  } finally {
    opening.then(
      ({ close }) => close(),
      // Already reported; an unhandled rejection would end the process.
      () => {},
    )
  }
}

export function withoutPassword(url: string): string {
  return url.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:***@').replace(/(password=)[^&\s]*/g, '$1***')
}

async function rejectLate(): Promise<never> {
  await pause(answerWithinMs, undefined, { ref: false })
  throw new Error(`no answer within ${answerWithinMs / 1000} s`)
}

function unusable(setting: string, url: string, error: unknown): Error {
  const reason = error instanceof Error ? messageOf(error) : String(error)
  return new Error(
    `${setting} is set, but ${withoutPassword(url)} cannot be used: ${withoutPassword(reason)}`,
  )
}

/** ioredis also calls Sentinels unreachable that do not know the master. */
function messageOf(error: Error): string {
  const sentinels = /^All sentinels are unreachable.*?(?: Last error: (.*))?$/.exec(error.message)
  if (sentinels) return `no Sentinel names this master (${sentinels[1] ?? 'they do not know it'})`
  const ofNode = 'lastNodeError' in error && error.lastNodeError instanceof Error ? error.lastNodeError : null
  return ofNode ? `${error.message} ${ofNode.message}` : error.message
}
