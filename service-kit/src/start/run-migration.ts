import { createLogger } from '../process/log.ts'
import { readSettings } from '../process/settings.ts'
import type { commonSettings, mongoSettings } from '../process/shared-settings.ts'
import { openMongo } from '../storage/mongo.ts'
import { migrate } from '../storage/schema/migrate.ts'
import type { Schema } from '../storage/schema/schema.ts'

type MigrationSettings = ReturnType<typeof mongoSettings> &
  Pick<ReturnType<typeof commonSettings>, 'logLevel'>

/** Runs before new code: a running service creates no collections or indexes. Needs the settings of MongoDB only. */
export async function runMigration(
  schema: Schema,
  { mongodbUrl, mongodbDatabase, logLevel }: MigrationSettings,
): Promise<void> {
  const config = readSettings({ mongodbUrl, mongodbDatabase, logLevel })
  const log = createLogger({ name: `${schema.owner}-migrate`, level: config.logLevel })
  const mongo = await openMongo({
    url: config.mongodbUrl,
    database: config.mongodbDatabase,
    log,
    // Building an index over a large collection takes longer than any other operation may.
    operationMs: 0,
  })
  try {
    await migrate({ connection: mongo.connection, schema, log })
    log.info({ schema_version: schema.version }, 'migrated')
  } finally {
    await mongo.close()
  }
}
