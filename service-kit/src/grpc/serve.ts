import { callers } from '@gatehouse/proto/callers'
import { Server, type ServiceDefinition } from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import { isLoopback, joinAddress, splitAddress } from '../net/addresses.ts'
import { maxRequestSeconds } from '../process/drain.ts'
import type { Logger } from '../process/log.ts'
import { authorizeCallers, type CallerTable } from '../tls/authorize-callers.ts'
import { serverCredentials } from '../tls/server-credentials.ts'
import type { Tls } from '../tls/tls-files.ts'
import { addReflection } from './reflection.ts'
import { type AnyHandlers, grpcHandlers } from './server-call.ts'

type Services = readonly (readonly [ServiceDefinition, AnyHandlers])[]

export type ServeOptions = {
  listen: string
  services: Services
  log: Logger
  /** Required unless the host is loopback. */
  tls?: Tls | null
  reflection?: boolean
  /** The allowed callers of each rpc under TLS; default `proto/callers.ts`. */
  callers?: CallerTable
  /** In both directions; default 4 MiB. */
  maxMessageBytes?: number
}

export type Serving = {
  address: string
  /** Still serves, and makes clients resolve the name of the service again each second. */
  beginDrain(): void
  /** Accepts no new calls, ends long-lived streams, and waits up to `graceMs` (default 10 s) before it cancels the rest. */
  drain(graceMs?: number): Promise<void>
}

export async function serve(options: ServeOptions): Promise<Serving> {
  const { listen, services, log, tls = null, reflection = false } = options
  const { host } = splitAddress(listen)
  if (!tls && !isLoopback(host)) {
    throw new Error(
      `gRPC can listen on ${listen} only with GATEHOUSE_TLS_CERT, _KEY and _CA; without TLS only on loopback.`,
    )
  }
  const server = new Server({
    ...channelOptions(options.maxMessageBytes),
    interceptors: tls ? [authorizeCallers(options.callers ?? callers, log)] : [],
  })
  const draining = new AbortController()
  let renewTimer: NodeJS.Timeout | undefined
  for (const [definition, handlers] of services) {
    server.addService(definition, grpcHandlers(definition, handlers, { log, draining: draining.signal }))
  }
  const names = services.map(([definition]) => serviceName(definition))
  const setServing = addHealth(server, names)
  if (reflection) await addReflection(server, [...names, 'grpc.health.v1.Health'])
  const address = joinAddress(host, await bind(server, listen, tls))

  return {
    address,
    beginDrain() {
      setServing(false)
      renewTimer ??= setInterval(() => server.drain(address, maxDrainMs), renewEveryMs)
    },
    drain(graceMs = maxRequestSeconds * 1000) {
      clearInterval(renewTimer)
      setServing(false)
      draining.abort()
      return shutDown(server, address, graceMs)
    },
  }
}

/** A client that got GOAWAY resolves again and reconnects, to this server while its address is still known. */
const renewEveryMs = 1000
/** Longer than any process drains: calls and streams on the old connections are not cancelled before the exit. */
const maxDrainMs = 600_000

/** A new replica gets calls when clients have resolved again: within this time and the delay of DNS. grpc-js adds a jitter of 10 %. */
const maxConnectionAgeMs = 4000

function channelOptions(maxMessageBytes = 4 * 1024 * 1024) {
  return {
    'grpc.enable_channelz': 0,
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    'grpc.max_connection_age_ms': maxConnectionAgeMs,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5000,
  }
}

function serviceName(definition: ServiceDefinition): string {
  return Object.values(definition)[0]?.path.split('/')[1] ?? ''
}

function addHealth(server: Server, names: string[]): (ok: boolean) => void {
  const health = new HealthImplementation()
  const setServing = (ok: boolean) => {
    for (const name of ['', ...names]) health.setStatus(name, ok ? 'SERVING' : 'NOT_SERVING')
  }
  setServing(true)
  health.addToServer(server)
  return setServing
}

function bind(server: Server, listen: string, tls: Tls | null): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(listen, serverCredentials(tls), (error, port) => (error ? reject(error) : resolve(port)))
  })
}

// forceShutdown() does not close the sessions of a server without channelz; drain() does, if it comes before tryShutdown().
function shutDown(server: Server, address: string, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    server.drain(address, graceMs)
    server.tryShutdown(() => resolve())
  })
}
