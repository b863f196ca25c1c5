import { runMigration } from '@gatehouse/service-kit/process/run-migration'
import { authSettings } from './config.ts'
import { authSchema } from './schema.ts'

await runMigration(authSchema, authSettings)
