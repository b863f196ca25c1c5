import { run } from '@gatehouse/service-kit/process/run'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { settings } from './config.ts'
import { start } from './start.ts'

await run({ name: 'gateway', start: (log) => start(readSettings(settings), { log }) })
