import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import mongoose from 'mongoose'
import { type RootUser, withMongodbUser } from './mongodb-process.ts'

type NewUser = RootUser & { database: string }
type Role = string | mongoose.mongo.Document

const existing = ['Location51002', 'Location51003']

/**
 * Creates the user of a service, with a role of the same name, unless they exist; returns their URL. Privileges are those of
 * `k8s/overlays/local/mongodb-setup.js`, here and below.
 */
export function createServiceUser(rootUrl: string, user: NewUser): Promise<string> {
  return createUser(rootUrl, user, async (admin) => {
    const privileges = [{ resource: { db: user.database, collection: '' }, actions: serviceActions() }]
    await unlessItExists(admin.command({ createRole: user.name, privileges, roles: [] }))
    return user.name
  })
}

/** The user of the migration of a service. */
export function createMigrationUser(rootUrl: string, user: NewUser): Promise<string> {
  return createUser(rootUrl, user, async () => ({ role: 'readWrite', db: user.database }))
}

async function createUser(
  rootUrl: string,
  { name, password }: RootUser,
  roleOf: (admin: mongoose.mongo.Db) => Promise<Role>,
): Promise<string> {
  const client = new mongoose.mongo.MongoClient(rootUrl)
  try {
    const admin = client.db('admin')
    await unlessItExists(admin.command({ createUser: name, pwd: password, roles: [await roleOf(admin)] }))
    return withMongodbUser(rootUrl, { name, password })
  } finally {
    await client.close()
  }
}

async function unlessItExists(creation: Promise<unknown>): Promise<void> {
  try {
    await creation
  } catch (error) {
    const { codeName } = error as mongoose.mongo.MongoServerError
    if (!existing.includes(String(codeName))) throw error
  }
}

function serviceActions(): string[] {
  const setup = readFileSync(join(repositoryRoot, 'k8s/overlays/local/mongodb-setup.js'), 'utf8')
  return [...(/const serviceActions = \[(.*)\]/.exec(setup)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, action = '']) => action,
  )
}
