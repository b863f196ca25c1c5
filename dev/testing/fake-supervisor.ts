import { startProcesses } from '../processes.ts'
import { fakeServices } from './fake-services.ts'

/** A supervisor that tests may kill: real stores and one fake service, on the folder in its first argument. */
const folder = process.argv[2] ?? ''
const services = fakeServices(folder, { gateway: { phase: 2, ports: { http: 0, grpc: 0, ops: 0 } } })
const stack = await startProcesses({ folder, services, say: (line) => console.log(line) })
process.once('SIGTERM', async () => {
  await stack.stop()
  process.exit()
})
console.log(`ready ${stack.gateway}`)
