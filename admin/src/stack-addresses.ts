import { defineSettings, readSettings, setting } from '@gatehouse/service-kit/process/settings'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'
import { dataFolder } from './data-folder.ts'
import { ExplainedError } from './explained-error.ts'
import { readStackFile, type StackFile } from './stack-file.ts'
import { readTlsOf } from './tls-paths.ts'

/** The addresses of a stack. Each function throws an ExplainedError with the next step if its address is unknown. */
export type StackAddresses = {
  auth(): string
  guilds(): string
  webhooks(): string
  gateway(): string
  /** The processes whose clock can be moved; none unless the stack runs with GATEHOUSE_TEST_CLOCK=1. */
  clocks(): ClockAddress[]
  tls: Tls | null
}

export type ClockAddress = { process: string; address: string }

const optional = { default: null }

/** What an operator sets to reach a stack on other machines. */
const adminSettings = defineSettings({
  auth: setting.grpcAddress({
    env: 'GATEHOUSE_AUTH_ADDR',
    ...optional,
    meaning: 'Address of auth-service.',
  }),
  webhooks: setting.grpcAddress({
    env: 'GATEHOUSE_WEBHOOKS_ADDR',
    ...optional,
    meaning:
      'Address of webhook-service, which also serves the guild directory unless GATEHOUSE_GUILDS_ADDR is set.',
  }),
  guilds: setting.grpcAddress({
    env: 'GATEHOUSE_GUILDS_ADDR',
    ...optional,
    meaning: 'Address of the guild directory.',
  }),
  gateway: setting.httpUrl({
    env: 'GATEHOUSE_PUBLIC_URL',
    ...optional,
    meaning: 'URL of the gateway; only `admin seed` needs it.',
  }),
})

/** `--data` takes precedence over the environment, and the environment over the stack on `.data`. */
export function stackAddresses(data: string | undefined, env: NodeJS.ProcessEnv): StackAddresses {
  const { auth, webhooks, guilds, gateway } = readSettings(adminSettings, env)
  const stack = () => runningStack(data, env)
  const given = (address: string | null) => (data === undefined ? address : null)
  const isElsewhere = given(auth ?? webhooks ?? guilds) !== null
  return {
    auth: () => given(auth) ?? stack().grpc.auth,
    guilds: () => given(guilds ?? webhooks) ?? stack().grpc.webhooks,
    webhooks: () => given(webhooks) ?? stack().grpc.webhooks,
    gateway: () => given(gateway) ?? stack().gateway,
    clocks: () => (isElsewhere ? [] : clocksOf(stack())),
    tls: readTlsOf('admin', { ...(isElsewhere ? null : findStack(data, env)?.tls), ...env }),
  }
}

function runningStack(data: string | undefined, env: NodeJS.ProcessEnv): StackFile {
  try {
    return readStackFile(dataFolder(data, env))
  } catch (error) {
    throw new ExplainedError(error instanceof Error ? error.message : String(error))
  }
}

function findStack(data: string | undefined, env: NodeJS.ProcessEnv): StackFile | null {
  try {
    return readStackFile(dataFolder(data, env))
  } catch {
    return null
  }
}

function clocksOf({ grpc }: StackFile): ClockAddress[] {
  if (grpc.gateway === undefined) return []
  return Object.entries(grpc).flatMap(([process, addresses]) =>
    addresses.split(',').map((address) => ({ process, address })),
  )
}
