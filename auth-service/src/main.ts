import { keepHeapSmall } from '@gatehouse/service-kit/process/keep-heap-small'
import { run } from '@gatehouse/service-kit/process/run'
import { readSettings } from '@gatehouse/service-kit/process/settings'
import { authSettings } from './config.ts'
import { start } from './start.ts'

keepHeapSmall()
await run({
  name: 'auth-service',
  start: (log) => start(readSettings(authSettings), { log }),
})
