import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { type ManagedProcess, managedProcess, type ProcessSpec } from '../process/managed-process.ts'
import { claimRecord, isOwned } from '../process/process-record.ts'
import { findFreePort } from '../stack/free-port.ts'
import { installPrograms } from '../stores/install-programs.ts'
import { acquireMongod } from '../stores/mongodb/acquire-mongod.ts'
import { mongodbProcess, replicaSetUrl } from '../stores/mongodb/mongodb-process.ts'
import { acquireRedis } from '../stores/redis/acquire-redis.ts'
import { redisProcess } from '../stores/redis/redis-process.ts'
import { neededPackages } from './needed-packages.ts'

const prefix = 'gatehouse-test-'
const inMemory = '/dev/shm'
/** More than the stores of a whole run contain. */
const neededBytes = 4 * 1024 ** 3
/** Of MongoDB, for tests; each network of services has users of its own. */
const root = { name: 'root', password: 'root' }
const say = (line: string) => process.stderr.write(`${line}\n`)

type TestStores = {
  mongodbUrl: string
  redisUrl: string
  /** How many replicas follow Redis, for `GATEHOUSE_REDIS_WAIT_REPLICAS`. */
  redisReplicas: number
  pids: number[]
  close: () => Promise<void>
}

/**
 * A MongoDB and a Redis with a replica for this run in a temporary folder. Those given by GATEHOUSE_TEST_MONGODB_URL and
 * GATEHOUSE_TEST_REDIS_URL are used instead, as they are, and never stopped; databases whose names begin with `names` are dropped.
 */
export async function openTestStores(env: NodeJS.ProcessEnv, names: string): Promise<TestStores> {
  const { GATEHOUSE_TEST_MONGODB_URL: mongodb, GATEHOUSE_TEST_REDIS_URL: redis } = env
  if (mongodb)
    say('tests use the given MongoDB; services have users of their own only if it has access control')
  if (redis) say('tests use the given Redis, without a replica')
  await installPrograms({ mongodb: !mongodb, redis: !redis, others: neededPackages() }, { say })
  await removeAbandoned()
  const folder = mkdtempSync(join(hasFreeSpace(inMemory) ? inMemory : tmpdir(), prefix))
  const record = await claimRecord(join(folder, 'processes.json'))
  const started: ManagedProcess[] = []
  const start = async (spec: ProcessSpec) => {
    const process = managedProcess(spec, { onSpawn: record.add })
    started.push(process)
    await process.start()
  }
  const filesOf = (name: string) => ({ dataDir: join(folder, name), logFile: join(folder, `${name}.log`) })
  const close = async () => {
    try {
      if (mongodb) await dropDatabases(mongodb, names)
    } finally {
      await Promise.all(started.map((process) => process.kill()))
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const startMongodb = async () => {
    const [mongod, port] = await Promise.all([acquireMongod({ say }), findFreePort()])
    await start(mongodbProcess({ mongod, port, ...filesOf('mongodb'), persistent: false, root }))
    return replicaSetUrl(port, root)
  }
  const startRedis = async () => {
    const redisServer = await acquireRedis({ say })
    const ports = new Set<number>()
    const [port, replicaPort] = [await findFreePort(ports), await findFreePort(ports)]
    await start(redisProcess({ redisServer, port, ...filesOf('redis'), persistent: true }))
    const replica = { port: replicaPort, ...filesOf('redis-replica'), persistent: false, replicaOf: port }
    await start(redisProcess({ redisServer, ...replica }))
    return `redis://127.0.0.1:${port}`
  }
  try {
    const [mongodbUrl, redisUrl] = await Promise.all([mongodb ?? startMongodb(), redis ?? startRedis()])
    const pids = started.flatMap(({ pid }) => pid() ?? [])
    return { mongodbUrl, redisUrl, redisReplicas: redis ? 0 : 1, pids, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url)
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase()
  } finally {
    await client.close()
  }
}

/** In memory MongoDB takes a third less processor time to create collections, and waits for no disk. */
function hasFreeSpace(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= neededBytes
}

/** Ends and removes the stores of test runs that were killed. */
async function removeAbandoned(): Promise<void> {
  const folders = [inMemory, tmpdir()].filter(existsSync).flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(parent, name)),
  )
  for (const folder of folders) {
    const record = join(folder, 'processes.json')
    if (!isOurs(folder) || isOwned(record)) continue
    // Another run that starts now may be removing the same folder.
    const isClaimed = await claimRecord(record).then(
      () => true,
      () => false,
    )
    if (isClaimed) rmSync(folder, { recursive: true, force: true })
  }
}

/** Another user's folder is not readable; one without a record belongs to a run that is creating it. */
function isOurs(folder: string): boolean {
  return (
    statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.() &&
    existsSync(join(folder, 'processes.json'))
  )
}
