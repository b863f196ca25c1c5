import { setHeapGrowth } from '@gatehouse/service-kit/process/heap-growth'
import { run } from '@gatehouse/service-kit/process/run'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { authSettings } from './config.ts'
import { start } from './start.ts'

// What sign-ins hold while they wait outlives the young generation; V8 would let it pile up (docs/decisions/0010).
setHeapGrowth(50)
await run({
  name: 'auth-service',
  start: (log) => start(readSettings(authSettings), { log }),
})
