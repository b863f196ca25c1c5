import { runMigration } from '@gatehouse/service-kit/start/run-migration'
import { webhookSettings } from './config.ts'
import { webhookSchema } from './schema.ts'

await runMigration(webhookSchema, webhookSettings)
