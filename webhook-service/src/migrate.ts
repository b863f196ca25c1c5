import { createLogger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { webhookSettings } from './config.ts'
import { createIndexes } from './indexes.ts'

// Runs before a start: a running service creates no collections or indexes.
const { mongodbUrl, mongodbDatabase, logLevel } = webhookSettings
const config = readSettings({ mongodbUrl, mongodbDatabase, logLevel })
const log = createLogger({ name: 'webhook-service-migrate', level: config.logLevel })
const url = { url: config.mongodbUrl, database: config.mongodbDatabase }
// Building an index over a large collection takes longer than any other operation may.
const mongo = await openMongo({ ...url, log, operationMs: 3_600_000 })
try {
  await createIndexes(mongo.connection)
} finally {
  await mongo.close()
}
