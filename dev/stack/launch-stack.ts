import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StackFile } from '@gatehouse/admin/stack-file'
import { assertOwnCertificates } from '@gatehouse/admin/tls-paths'
import type { ProcessGroup } from '../process/process-group.ts'
import { runCommand } from '../process/run-command.ts'
import { runConcurrently } from '../process/run-concurrently.ts'
import { certificateFolder } from './certificate-folder.ts'
import { type Instance, instancesOf, portsOf, wantedPorts } from './instances.ts'
import { keysFile } from './keys-file.ts'
import { assignPorts } from './ports.ts'
import { entryPoint, ownSettings, serviceProcess } from './service-process.ts'
import type { StackOptions } from './stack-options.ts'
import { migrationUser, type Stores, startStores, wantedStorePorts } from './stores.ts'

/** Settings that are secrets, or that the stack file contains under names of its own. */
const omittedSettings = /^GATEHOUSE_(KEYS|MONGODB_URL|REDIS_URL|SMTP_URL)$|SECRET|PASSWORD|_KEY$/

/** Assigns ports, then starts stores, runs migrations and starts services; resolves when every process is ready. */
export async function launchStack(
  given: Required<StackOptions>,
  group: ProcessGroup,
): Promise<Omit<StackFile, 'pids'>> {
  const tls = given.hasTls ? await certificateFolder(given.folder) : null
  const env: NodeJS.ProcessEnv = { ...tls, ...given.env }
  const options = { ...given, env }
  const { folder, say, services, replicas } = options
  assertOwnCertificates(env)
  const instances = instancesOf(services, replicas)
  const assigned = await assignPorts({ ...wantedPorts(instances), ...wantedStorePorts(env) }, options.ports)
  const logFile = (name: string) => join(folder, 'logs', `${name}.log`)

  say('starting MongoDB, Redis and the mail catcher')
  const stores = await startStores({ ...options, ports: assigned, group, logFile, hasUsers: options.hasTls })
  const { avatars, ...addresses } = addressesOf(instances, assigned)
  const settings = serviceSettings(
    options,
    { ...stores.ofServices, smtp: stores.smtp },
    { ...addresses, avatars },
  )
  await migrate(options, settings, logFile)

  say(`starting ${instances.map(({ name }) => name).join(', ')}`)
  const starts = instances.map((instance) => (whileStarting: AbortSignal) => {
    const own = { ports: portsOf(instance, assigned), logFile: logFile(instance.name) }
    const spec = serviceProcess(instance, { env: settings, runFrom: options.runFrom, ...own })
    return group.start(options.wrap(instance.service.name, spec), instance.service.phase, whileStarting)
  })
  await runConcurrently(starts, options.signal)

  const { gateway: clocks, ...grpc } = addresses.grpc
  const hasClocks = ['1', 'true'].includes(env.GATEHOUSE_TEST_CLOCK ?? '')
  const { mongodb, redis, mail, smtp } = stores
  return {
    ...addresses,
    ...{ mongodb, redis, mail, smtp },
    ...(tls && { tls }),
    grpc: { ...grpc, ...(hasClocks && { gateway: clocks }) },
    settings: changedSettings(env),
  }
}

function addressesOf(instances: Instance[], assigned: Record<string, number>) {
  const all = instances.map(({ name, service }) => ({
    name,
    service: service.name,
    ...portsOf({ name, service }, assigned),
  }))
  const grpcOf = (wanted: string) =>
    all
      .filter(({ service }) => service === wanted)
      .map(({ grpc }) => `127.0.0.1:${grpc}`)
      .join(',')
  const gateways = all.flatMap(({ http }) => (http === undefined ? [] : [`http://localhost:${http}`]))
  return {
    gateway: gateways[0] ?? '',
    gateways,
    grpc: {
      auth: grpcOf('auth-service'),
      sessions: grpcOf('session-service'),
      webhooks: grpcOf('webhook-service'),
      gateway: grpcOf('gateway'),
    },
    avatars: all.flatMap(({ avatars }) => (avatars === undefined ? [] : [`127.0.0.1:${avatars}`])).join(','),
    ops: Object.fromEntries(all.map(({ name, ops }) => [name, `127.0.0.1:${ops}`])),
  }
}

/** Every service gets all of them and reads those it knows. */
export function serviceSettings(
  { env, folder }: Pick<Required<StackOptions>, 'env' | 'folder'>,
  { mongodb, redis, smtp }: Pick<Stores, 'mongodb' | 'redis' | 'smtp'>,
  { gateway, grpc, avatars }: Pick<StackFile, 'gateway' | 'grpc'> & { avatars: string },
): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'development',
    // No balancer has to notice that a process stops.
    GATEHOUSE_DRAIN_SECONDS: '0',
    ...env,
    GATEHOUSE_KEYS: env.GATEHOUSE_KEYS ?? `file:${keysFile(folder)}`,
    GATEHOUSE_PUBLIC_URL: env.GATEHOUSE_PUBLIC_URL ?? gateway,
    GATEHOUSE_WEBAUTHN_RP_ID: env.GATEHOUSE_WEBAUTHN_RP_ID ?? 'localhost',
    GATEHOUSE_WEBAUTHN_ORIGINS:
      env.GATEHOUSE_WEBAUTHN_ORIGINS ?? originsOf(env.GATEHOUSE_PUBLIC_URL, gateway).join(),
    GATEHOUSE_MONGODB_URL: mongodb,
    GATEHOUSE_REDIS_URL: redis,
    GATEHOUSE_SMTP_URL: env.GATEHOUSE_SMTP_URL ?? smtp,
    GATEHOUSE_MAIL_FROM: env.GATEHOUSE_MAIL_FROM ?? 'Gatehouse <no-reply@gatehouse.test>',
    GATEHOUSE_SMS_CARRIER: env.GATEHOUSE_SMS_CARRIER ?? 'console',
    GATEHOUSE_AUTH_ADDR: grpc.auth,
    GATEHOUSE_SESSIONS_ADDR: grpc.sessions,
    GATEHOUSE_WEBHOOKS_ADDR: grpc.webhooks,
    ...(avatars !== '' && { GATEHOUSE_AVATARS_ADDR: avatars }),
  }
}

/** A service reports a URL that is invalid. */
function originsOf(...urls: (string | undefined)[]): string[] {
  return urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []))
}

/** Creates collections and indexes; safe to repeat. */
async function migrate(
  { services, runFrom, say, signal }: Required<StackOptions>,
  env: NodeJS.ProcessEnv,
  logFile: (name: string) => string,
): Promise<void> {
  const migrating = services.filter((service) => service.migrates)
  if (migrating.length > 0) say(`migrating ${migrating.map(({ name }) => name).join(', ')}`)
  const migrations = migrating.map(({ name, folder }) => async (whileMigrating: AbortSignal) => {
    const args = entryPoint(folder, 'migrate', runFrom)
    const own = ownSettings(name, env, migrationUser(name))
    const output = await runCommand(process.execPath, args, {
      env: own,
      signal: whileMigrating,
      tailLines: 30,
    })
    appendFileSync(logFile(`migrate-${name}`), output)
  })
  await runConcurrently(migrations, signal)
}

function changedSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const changed = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith('GATEHOUSE_') && entry[1] !== undefined && !omittedSettings.test(entry[0]),
  )
  return Object.fromEntries(changed)
}
