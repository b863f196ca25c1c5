import { run } from '@gatehouse/service-kit/process/run'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { webhookSettings } from './config.ts'
import { start } from './start.ts'

await run({
  name: 'webhook-service',
  start: (log) => start(readSettings(webhookSettings), { log }),
})
