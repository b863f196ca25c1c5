import { createLogger } from '../src/process/log.ts'
import { type Mongo, openMongo } from '../src/storage/mongo.ts'
import type { TempStore } from './temp-store.ts'
import { testDeadlineMs } from './test-client.ts'

/**
 * A test's own connection: as a service has it, but patient, since on a busy machine storing thousands of documents, or
 * waiting for a connection, can take longer than a service waits.
 */
export function openTestMongo({
  mongodbUrl,
  database,
}: Pick<TempStore, 'mongodbUrl' | 'database'>): Promise<Mongo> {
  const log = createLogger({ name: 'test', level: 'silent' })
  return openMongo({ url: mongodbUrl, database, log, operationMs: 0, connectionMs: testDeadlineMs })
}
