import { readSettings } from '@gatehouse/service-kit/process/settings'
import { run } from '@gatehouse/service-kit/start/run'
import { directorySettings } from './config.ts'
import { start } from './start.ts'

await run({
  name: 'guild-directory',
  start: (log) => start(readSettings(directorySettings), { log }),
})
