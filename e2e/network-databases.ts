import { createMigrationUser, createServiceUser } from '@gatehouse/dev/stores/mongodb/mongodb-users'
import type { TempStore } from '@gatehouse/service-kit/testing/temp-store'

type Database = Pick<TempStore, 'mongodbUrl' | 'database'>

/** A database of a dropped store is used again, with its user. */
const urls = new Map<string, Promise<string>>()

/**
 * The URL of the user of a service, who has rights to this database only. A MongoDB without access control, which the environment
 * can give, has no users.
 */
export function serviceUrl({ mongodbUrl, database }: Database): Promise<string> {
  if (!hasUsers(mongodbUrl)) return Promise.resolve(mongodbUrl)
  const user = { name: database, password: database, database }
  const url = urls.get(database) ?? createServiceUser(mongodbUrl, user)
  urls.set(database, url)
  return url
}

/** The URL of the user of a migration. */
export async function migrationUrl({ mongodbUrl, database }: Database): Promise<string> {
  const name = `${database}-migrations`
  return hasUsers(mongodbUrl)
    ? createMigrationUser(mongodbUrl, { name, password: name, database })
    : mongodbUrl
}

const hasUsers = (mongodbUrl: string) => new URL(mongodbUrl).username !== ''
