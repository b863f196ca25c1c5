import { readSettings } from '@gatehouse/service-kit/process/settings'
import { run } from '@gatehouse/service-kit/start/run'
import { sessionSettings } from './config.ts'
import { start } from './start.ts'

await run({
  name: 'session-service',
  start: (log) => start(readSettings(sessionSettings), { log }),
})
