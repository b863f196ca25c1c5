import type { StackFile } from '@gatehouse/admin/stack-file'
import { assertOwnCertificates } from '@gatehouse/admin/tls-paths'
import type { ProcessSpec } from '../process/managed-process.ts'
import type { ProcessGroup } from '../process/process-group.ts'
import { together } from '../process/together.ts'
import {
  addressesOf,
  gatewayUrls,
  type Instance,
  instancesOf,
  opsAddresses,
  portsOf,
  wantedPorts,
} from './instances.ts'
import { keysFile } from './keys-file.ts'
import { migrate } from './migrate.ts'
import { assignPorts } from './ports.ts'
import { serviceProcess } from './service-process.ts'
import type { Surroundings } from './service-table.ts'
import { changedSettings } from './settings.ts'
import type { StackOptions } from './stack-options.ts'
import { type Stores, startStores, wantedStorePorts } from './stores.ts'

type Options = Required<StackOptions>
type Launched = Omit<StackFile, 'pids'> & { env: Record<string, string> }
type Ports = Record<string, number>

/** The story of a start: ports, stores, migrations, services; resolves when every process of the group is ready. */
export async function launchStack(
  options: Options,
  group: ProcessGroup,
  logFile: (name: string) => string,
): Promise<Launched> {
  const { folder, env, say, signal, services, runFrom } = options
  assertOwnCertificates(env)
  const instances = instancesOf(services, options.replicas)
  const ports = await assignPorts({ ...wantedPorts(instances), ...wantedStorePorts(env) }, options.ports)

  const start = async (spec: ProcessSpec, phase: number, whileStarting: AbortSignal) => {
    const startedAt = performance.now()
    await group.start(spec, phase, whileStarting)
    say(
      `${spec.name} is ready (pid ${group.get(spec.name).pid()}, ${Math.round(performance.now() - startedAt)} ms)`,
    )
  }

  say('starting MongoDB, Redis and the mail catcher')
  const startStore = (spec: ProcessSpec, whileStarting: AbortSignal) => start(spec, 0, whileStarting)
  const stores = await startStores({ folder, env, ports, start: startStore, logFile, say, signal })
  const around = surroundings(stores, options, instances, ports)
  const shared = { around, env: { NODE_ENV: 'development', ...env }, runFrom }

  const migrating = services.filter((service) => service.migrates)
  if (migrating.length > 0) say(`migrating ${migrating.map(({ name }) => name).join(', ')}`)
  const migrations = migrating.map(
    (service) => (whileMigrating: AbortSignal) =>
      migrate(service, { ...shared, logFile: logFile(`migrate-${service.name}`), signal: whileMigrating }),
  )
  await together(migrations, signal)

  say(`starting ${instances.map(({ name }) => name).join(', ')}`)
  const starts = instances.map((instance) => (whileStarting: AbortSignal) => {
    const own = { ports: portsOf(instance, ports), logFile: logFile(instance.name) }
    return start(serviceProcess(instance, { ...shared, ...own }), instance.service.phase, whileStarting)
  })
  await together(starts, signal)
  const hasClocks = ['1', 'true'].includes(env.GATEHOUSE_TEST_CLOCK ?? '')
  const control = hasClocks ? { gateway: addressesOf('gateway', instances, ports) } : {}
  const addresses = { gateways: gatewayUrls(instances, ports), ops: opsAddresses(instances, ports) }
  return launched(stores, { ...around, control }, addresses, env)
}

function surroundings(stores: Stores, options: Options, instances: Instance[], ports: Ports): Surroundings {
  const { folder, env } = options
  return {
    mongodb: stores.mongodb,
    redis: stores.redis,
    auth: addressesOf('auth-service', instances, ports),
    sessions: addressesOf('session-service', instances, ports),
    webhooks: addressesOf('webhook-service', instances, ports),
    keys: env.GATEHOUSE_KEYS ?? `file:${keysFile(folder)}`,
    publicUrl: env.GATEHOUSE_PUBLIC_URL ?? gatewayUrls(instances, ports)[0] ?? '',
  }
}

function launched(
  stores: Stores,
  around: Surroundings & { control: { gateway?: string } },
  { gateways, ops }: Pick<StackFile, 'gateways' | 'ops'>,
  env: NodeJS.ProcessEnv,
): Launched {
  const { auth, sessions, webhooks, control } = around
  return {
    gateway: gateways[0] ?? '',
    gateways,
    ...stores,
    grpc: { auth, sessions, webhooks, ...control },
    ops,
    settings: changedSettings(env),
    env: {
      GATEHOUSE_MONGODB_URL: stores.mongodb,
      GATEHOUSE_REDIS_URL: stores.redis,
      GATEHOUSE_AUTH_ADDR: auth,
      GATEHOUSE_SESSIONS_ADDR: sessions,
      GATEHOUSE_WEBHOOKS_ADDR: webhooks,
    },
  }
}
