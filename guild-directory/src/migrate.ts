import { createLogger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { directorySettings } from './config.ts'
import { createIndexes } from './indexes.ts'

const { mongodbUrl, mongodbDatabase, logLevel } = directorySettings
const config = readSettings({ mongodbUrl, mongodbDatabase, logLevel })
const mongo = await openMongo({
  url: config.mongodbUrl,
  database: config.mongodbDatabase,
  log: createLogger({ name: 'guild-directory-migrate', level: config.logLevel }),
  // Building an index over a large collection takes longer than any other operation may.
  operationMs: 3_600_000,
})
try {
  await createIndexes(mongo.connection)
} finally {
  await mongo.close()
}
