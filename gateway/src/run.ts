import { setHeapGrowth } from '@gatehouse/service-kit/process/heap-growth'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { run } from '@gatehouse/service-kit/start/run'
import { settings } from './config.ts'
import { start } from './start.ts'

// V8 counts streamed bodies as heap growth and collects too often (docs/decisions/0005).
setHeapGrowth(100)
await run({ name: 'gateway', start: (log) => start(readSettings(settings), { log }) })
