import { assertMongodbAnswers, assertRedisAnswers } from '../stores/given-stores.ts'
import type { Obtaining } from '../stores/mongodb/acquire-mongod.ts'
import { cachedMongod } from '../stores/mongodb/cached-mongod.ts'
import { mongodOnPath } from '../stores/mongodb/mongod-on-path.ts'
import { wheelPackages } from '../stores/mongodb/wheel-mongod.ts'
import { redisPackage, redisPrograms } from '../stores/redis/acquire-redis.ts'
import { cacheFolder } from '../system/cache-folder.ts'
import { onPath } from '../system/on-path.ts'
import { canInstallPackages, installCommand, missingPackages } from '../system/system-package.ts'
import type { Finding } from './finding.ts'

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
  const missing = await missingPackages(wheelPackages)
  if (missing.length === 0 || canInstallPackages())
    return { state: 'later', thing, detail: 'none yet; the first npm start obtains one' }
  const fix = `${installCommand(missing)}, or set GATEHOUSE_MONGODB_URL`
  return { state: 'bad', thing, detail: 'none, and nothing to download one with', fix }
}

/** Whether a Redis is there or will be at the first start. */
export async function examineRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  const thing = 'Redis'
  if (env.GATEHOUSE_REDIS_URL) return given(thing, () => assertRedisAnswers(env))
  const server = onPath(redisPrograms)
  if (server) return { state: 'good', thing, detail: server }
  if (canInstallPackages())
    return { state: 'later', thing, detail: 'none yet; the first npm start installs it with apt' }
  const detail = `${redisPrograms.join(' or ')} is not on PATH`
  return { state: 'bad', thing, detail, fix: installCommand([redisPackage]) }
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
