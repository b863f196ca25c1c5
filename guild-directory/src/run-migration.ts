import { runMigration } from '@gatehouse/service-kit/start/run-migration'
import { directorySettings } from './config.ts'
import { directorySchema } from './schema.ts'

await runMigration(directorySchema, directorySettings)
