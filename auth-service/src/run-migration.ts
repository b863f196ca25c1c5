import { runMigration } from '@gatehouse/service-kit/start/run-migration'
import { authSettings } from './config.ts'
import { authSchema } from './schema.ts'

await runMigration(authSchema, authSettings)
