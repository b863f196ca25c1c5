import { runMigration } from '@gatehouse/service-kit/process/run-migration'
import { directorySettings } from './config.ts'
import { directorySchema } from './schema.ts'

await runMigration(directorySchema, directorySettings)
