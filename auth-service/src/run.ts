import { setHeapGrowth } from '@gatehouse/service-kit/process/heap-growth'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { run } from '@gatehouse/service-kit/start/run'
import { authSettings } from './config.ts'
import { start } from './start.ts'

// Objects of waiting sign-ins outlive the young generation, and V8 would let the heap grow in a burst of
// sign-ins.
setHeapGrowth(50)
await run({
  name: 'auth-service',
  start: (log) => start(readSettings(authSettings), { log }),
})
