import { run } from '@gatehouse/service-kit/process/run'
import { readConfig } from './config.ts'
import { start } from './start.ts'

await run({ name: 'webhook-service', start: (log) => start(readConfig(), { log }) })
