import type { Connection } from 'mongoose'
import { driverCollection } from '../driver-collection.ts'

/** How a version of the code stores its data in a database. */
export type Schema = {
  owner: string
  /** Increase it with every change of indexes or of the stored form of documents. */
  version: number
  /** The oldest version whose code works with this data: at most one below `version`. */
  oldestCode: number
  /**
   * Makes the stored data of every earlier version usable by this version and by `oldestCode`. Can run repeatedly, and beside running
   * services.
   */
  apply(connection: Connection): Promise<void>
}

type SchemaVersion = { _id: string; version: number; oldestCode: number; migratedAt: Date }

const versionsOf = (connection: Connection) =>
  driverCollection<SchemaVersion>(connection.collection('schema_versions'))

/** Migrates the data and stores its version, which never decreases: older code that works with newer data changes nothing. */
export async function applySchema(connection: Connection, schema: Schema): Promise<void> {
  const { owner, version, oldestCode } = schema
  const stored = await versionsOf(connection).findOne({ _id: owner })
  if (stored && stored.oldestCode > version)
    throw new Error(
      `The data of ${owner} has schema version ${stored.version}, which code before version ${stored.oldestCode} cannot use.`,
    )
  if (stored && stored.version > version) return
  await schema.apply(connection)
  await versionsOf(connection).updateOne(
    { _id: owner },
    { $max: { version, oldestCode }, $currentDate: { migratedAt: true } },
    { upsert: true },
  )
}

/** A readiness check, which passes once the stored data is usable by this version. */
export function schemaCheck(
  connection: Connection,
  { owner, version }: Pick<Schema, 'owner' | 'version'>,
): () => Promise<boolean> {
  let isUsable = false
  return async () => {
    if (isUsable) return true
    const stored = await versionsOf(connection).findOne({ _id: owner })
    isUsable = stored !== null && stored.version >= version && stored.oldestCode <= version
    return isUsable
  }
}
