import { createLogger } from '@gatehouse/service-kit/process/log'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { openMongo } from '@gatehouse/service-kit/storage/mongo'
import { authSettings } from './config.ts'
import { createIndexes } from './indexes.ts'

// Runs before the service, which does not create collections and indexes itself.
const { mongodbUrl, mongodbDatabase, logLevel } = authSettings
const config = readSettings({ mongodbUrl, mongodbDatabase, logLevel })
const log = createLogger({ name: 'auth-service-migrate', level: config.logLevel })
const mongo = await openMongo({ url: config.mongodbUrl, database: config.mongodbDatabase, log })
try {
  await createIndexes(mongo.connection)
} finally {
  await mongo.close()
}
