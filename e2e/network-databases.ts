import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { withMongodbUser } from '@gatehouse/dev/stores/mongodb/mongodb-process'
import type { TempStore } from '@gatehouse/service-kit/testing/temp-store'
import mongoose from 'mongoose'

type Database = Pick<TempStore, 'mongodbUrl' | 'database'>

/** A database of a dropped store is used again, with its user. */
const urls = new Map<string, Promise<string>>()

/**
 * The URL of the user of a service, with the privileges of `k8s/overlays/local/mongodb-setup.js`. A MongoDB without access control,
 * which the environment can give, has no users.
 */
export function serviceUrl(store: Database): Promise<string> {
  const url = urls.get(store.database) ?? createServiceUser(store)
  urls.set(store.database, url)
  return url
}

function createServiceUser({ mongodbUrl, database: db }: Database): Promise<string> {
  return createUser(mongodbUrl, db, async (admin) => {
    const privileges = [{ resource: { db, collection: '' }, actions: serviceActions() }]
    await admin.command({ createRole: db, privileges, roles: [] })
    return db
  })
}

/** The URL of the user of a migration. */
export function migrationUrl({ mongodbUrl, database: db }: Database): Promise<string> {
  return createUser(mongodbUrl, `${db}-migrations`, async () => ({ role: 'readWrite', db }))
}

async function createUser(
  mongodbUrl: string,
  name: string,
  roleOf: (admin: mongoose.mongo.Db) => Promise<mongoose.mongo.Document | string>,
): Promise<string> {
  if (new URL(mongodbUrl).username === '') return mongodbUrl
  const client = new mongoose.mongo.MongoClient(mongodbUrl)
  try {
    const admin = client.db('admin')
    await admin.command({ createUser: name, pwd: name, roles: [await roleOf(admin)] })
    return withMongodbUser(mongodbUrl, { name, password: name })
  } finally {
    await client.close()
  }
}

function serviceActions(): string[] {
  const setup = readFileSync(join(repositoryRoot, 'k8s/overlays/local/mongodb-setup.js'), 'utf8')
  return [...(/const serviceActions = \[(.*)\]/.exec(setup)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, action = '']) => action,
  )
}
