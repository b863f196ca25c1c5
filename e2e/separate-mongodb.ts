import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { authSchema } from '@gatehouse/auth-service/schema'
import { managedProcess } from '@gatehouse/dev/process/managed-process'
import { findFreePort } from '@gatehouse/dev/stack/free-port'
import { acquireMongod } from '@gatehouse/dev/stores/mongodb/acquire-mongod'
import { mongodbProcess, replicaSetUrl } from '@gatehouse/dev/stores/mongodb/mongodb-process'
import type { Identity } from '@gatehouse/proto/callers'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { applySchema, type Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import mongoose from 'mongoose'

const databases: Partial<Record<Identity, { database: string; schema: Schema }>> = {
  'auth-service': { database: 'gatehouse_auth', schema: authSchema },
  'webhook-service': { database: 'gatehouse_webhooks', schema: webhookSchema },
}

export type SeparateMongodb = Awaited<ReturnType<typeof separateMongodb>>

/** The privileges of `k8s/overlays/local/mongodb-setup.js`. */
function serviceActions(): string[] {
  const setup = readFileSync(join(repositoryRoot, 'k8s/overlays/local/mongodb-setup.js'), 'utf8')
  return [...(/const serviceActions = \[(.*)\]/.exec(setup)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, action = '']) => action,
  )
}

/** A MongoDB with access control, users as in `k8s/overlays/local` and migrated databases. */
export async function separateMongodb() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mongodb-'))
  const port = await findFreePort()
  const spec = mongodbProcess({
    mongod: await acquireMongod(),
    port,
    dataDir: join(folder, 'mongodb'),
    logFile: join(folder, 'mongodb.log'),
  })
  const open = managedProcess(spec)
  await open.start()
  await withClient(replicaSetUrl(port), createUsers)
  await open.stop()

  const keyFile = join(folder, 'mongodb.key')
  writeFileSync(keyFile, randomBytes(96).toString('base64'), { mode: 0o400 })
  const controlled = managedProcess({
    ...spec,
    args: [...spec.args, '--keyFile', keyFile],
    ready: async (signal) => void (await until(() => isPrimary(port), { signal })),
  })
  await controlled.start()
  const urlOf = (user: string) =>
    `${replicaSetUrl(port).replace('//', `//${user}:${user}@`)}&authSource=admin`
  for (const [service, { database, schema }] of Object.entries(databases))
    await migrate(urlOf(`${service}-migrations`), database, schema)
  return {
    urlOf,
    settingsOf(identity: Identity): Record<string, string> {
      const { database } = databases[identity] ?? {}
      return database ? { GATEHOUSE_MONGODB_URL: urlOf(identity), GATEHOUSE_MONGODB_DATABASE: database } : {}
    },
    async stop(): Promise<void> {
      await controlled.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

async function createUsers(client: mongoose.mongo.MongoClient): Promise<void> {
  const admin = client.db('admin')
  for (const [service, { database: db }] of Object.entries(databases)) {
    const privileges = [{ resource: { db, collection: '' }, actions: serviceActions() }]
    await admin.command({ createRole: service, privileges, roles: [] })
    await admin.command({ createUser: service, pwd: service, roles: [service] })
    const migrations = `${service}-migrations`
    await admin.command({ createUser: migrations, pwd: migrations, roles: [{ role: 'readWrite', db }] })
  }
}

async function migrate(url: string, database: string, schema: Schema): Promise<void> {
  const log = createLogger({ name: 'migrate', level: 'silent' })
  const { connection, close } = await openMongo({ url, database, log, operationMs: 0 })
  await applySchema(connection, schema)
  await close()
}

const isPrimary = (port: number) =>
  withClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, async (client) => {
    return (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true
  }).catch(() => false)

async function withClient<T>(
  url: string,
  use: (client: mongoose.mongo.MongoClient) => Promise<T>,
): Promise<T> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 2000 })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}
