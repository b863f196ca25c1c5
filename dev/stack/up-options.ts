import { parseArgs } from 'node:util'
import { dataFolder } from '@gatehouse/admin/data-folder'
import type { Replicas } from './instances.ts'
import type { PortChoice } from './ports.ts'
import { services } from './service-table.ts'
import type { StackOptions } from './stack-options.ts'

export const help = `npm start -- [options]      starts all services; Ctrl-C stops them
npm run dev -- [options]    the same from the sources; a service restarts when its sources change

  --data DIR          data, logs, keys and stack.json of this stack (default: .data)
  --ports auto        free ports for everything; DIR/stack.json contains the addresses
  --ports NAME=PORT   another port for one thing, such as gateway.http=8081,mongodb=27118
  --replicas NAME=N   more processes of a service, such as gateway=3,session-service=2
  --tls               a certificate and users of the stores for each service, as in production
  --sso               an OpenID Connect provider for single sign-on (docs/sso.md)
  --help              this text

Settings come from the environment (see .env.example). If GATEHOUSE_MONGODB_URL or GATEHOUSE_REDIS_URL is set,
that store is used and none is started.`

type UpOptions = { isHelp: boolean; hasSso: boolean; stack: Omit<StackOptions, 'say' | 'signal'> }

const maxReplicas = 16

/** Parses the command line of `npm start`; throws an error that says what is wrong. */
export function parseUpOptions(args: string[], env: NodeJS.ProcessEnv): UpOptions {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      ports: { type: 'string', default: '' },
      replicas: { type: 'string', default: '' },
      watch: { type: 'boolean', default: false },
      sso: { type: 'boolean', default: false },
      tls: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    isHelp: values.help,
    hasSso: values.sso,
    stack: {
      folder: dataFolder(values.data, env),
      ports: withHttpListen(parsePorts(values.ports), env),
      replicas: parseReplicas(values.replicas),
      hasTls: values.tls,
      runFrom: values.watch ? 'watch' : 'dist',
      isKeptAlive: true,
    },
  }
}

function parsePorts(text: string): PortChoice {
  const parts = listOf(text)
  const chosen = parts
    .filter((part) => part !== 'auto')
    .map((part) => {
      const [, name = '', port] = /^([\w-]+(?:\.\w+)?)=(\d{1,5})$/.exec(part) ?? []
      if (name === '' || Number(port) < 1 || Number(port) > 65_535)
        throw new Error(`--ports takes "auto" or name=port, such as gateway.http=8081, not "${part}"`)
      return [name, Number(port)]
    })
  return { isAuto: parts.includes('auto'), chosen: Object.fromEntries(chosen) }
}

function parseReplicas(text: string): Replicas {
  const names = services.map(({ name }) => name)
  const entries = listOf(text).map((part) => {
    const [name = '', count = ''] = part.split('=')
    if (!names.includes(name))
      throw new Error(`--replicas: there is no service "${name}", only ${names.join(', ')}`)
    if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > maxReplicas)
      throw new Error(`--replicas ${name}= takes a number from 1 to ${maxReplicas}, not "${count}"`)
    return [name, Number(count)]
  })
  return Object.fromEntries(entries)
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The gateway's own setting also chooses its port. */
function withHttpListen(choice: PortChoice, { GATEHOUSE_HTTP_LISTEN }: NodeJS.ProcessEnv): PortChoice {
  const port = Number(GATEHOUSE_HTTP_LISTEN?.split(':').at(-1))
  return port > 0 ? { ...choice, chosen: { 'gateway.http': port, ...choice.chosen } } : choice
}
