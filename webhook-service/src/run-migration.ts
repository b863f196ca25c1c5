import { runMigration } from '@gatehouse/service-kit/process/run-migration'
import { webhookSettings } from './config.ts'
import { webhookSchema } from './schema.ts'

await runMigration(webhookSchema, webhookSettings)
