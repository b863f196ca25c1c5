import { join } from 'node:path'
import { dataFolder } from '@gatehouse/admin/data-folder'
import { isOwned } from '../process/process-record.ts'
import { isFree } from '../stack/free-port.ts'
import { instancesOf, wantedPorts } from '../stack/instances.ts'
import { services } from '../stack/service-table.ts'
import { wantedStorePorts } from '../stack/stores.ts'
import type { Finding } from './finding.ts'

/** Whether `npm start` would find its fixed ports free. */
export async function examinePorts(env: NodeJS.ProcessEnv): Promise<Finding> {
  const thing = 'ports'
  if (isOwned(join(dataFolder(undefined, env), 'processes.json'))) {
    return { state: 'good', thing, detail: 'a stack runs on .data and uses them' }
  }
  const wanted = Object.entries({ ...wantedPorts(instancesOf(services, {})), ...wantedStorePorts(env) })
  const used = []
  for (const [name, port] of wanted) {
    if (port !== undefined && !(await isFree(port))) used.push({ name, port })
  }
  if (used.length === 0)
    return { state: 'good', thing, detail: `${wanted.map(([, port]) => port).join(', ')} are free` }
  const detail = `in use: ${used.map(({ name, port }) => `${port} (${name})`).join(', ')}`
  return {
    state: 'bad',
    thing,
    detail,
    fix: 'npm start -- --ports auto, or --ports NAME=PORT for one of them',
  }
}
