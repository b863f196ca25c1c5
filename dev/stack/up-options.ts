import { parseArgs } from 'node:util'
import { dataFolder } from '@gatehouse/admin/data-folder'
import { parseReplicas } from './instances.ts'
import { type PortChoice, parsePortChoice } from './ports.ts'
import { services } from './service-table.ts'
import type { StackOptions } from './stack-options.ts'

/** What `npm start -- --help` prints. */
export const help = `npm start -- [options]      the whole house; Ctrl-C stops it
npm run dev -- [options]    the same from the sources; what changes is restarted

  --data DIR          data, logs, keys and stack.json of this stack (default: .data)
  --ports auto        free ports for everything; the addresses stand in DIR/stack.json
  --ports NAME=PORT   another port for one thing, such as gateway.http=8081,mongodb=27118
  --replicas NAME=N   more processes of a service, such as gateway=3,session-service=2
  --help              this text

Settings come from the environment (see .env.example). With GATEHOUSE_MONGODB_URL or GATEHOUSE_REDIS_URL
set, that store is used and none is started.`

type UpOptions = { isHelp: boolean; isWatching: boolean; stack: Omit<StackOptions, 'say' | 'signal'> }

/** Reads the command line of `npm start`; throws with what is wrong. */
export function parseUpOptions(args: string[], env: NodeJS.ProcessEnv): UpOptions {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      ports: { type: 'string', default: '' },
      replicas: { type: 'string' },
      watch: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    isHelp: values.help,
    isWatching: values.watch,
    stack: {
      folder: dataFolder(values.data, env),
      ports: withHttpListen(parsePortChoice(values.ports), env),
      replicas: values.replicas === undefined ? {} : parseReplicas(values.replicas, services),
      runFrom: values.watch ? 'source' : 'dist',
      isKeptAlive: true,
    },
  }
}

/** The gateway's own setting chooses its port here as well. */
function withHttpListen(choice: PortChoice, { GATEHOUSE_HTTP_LISTEN }: NodeJS.ProcessEnv): PortChoice {
  const port = Number(GATEHOUSE_HTTP_LISTEN?.split(':').at(-1))
  return port > 0 ? { ...choice, chosen: { 'gateway.http': port, ...choice.chosen } } : choice
}
