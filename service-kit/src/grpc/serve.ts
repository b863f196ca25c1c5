import { callers } from '@gatehouse/proto/callers'
import { Server, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import type { Logger } from '../process/log.ts'
import { isLoopback, joinAddress, splitAddress } from './addresses.ts'
import { authorizeCallers } from './authorize-callers.ts'
import { type CallerTable, callerPolicy } from './caller-policy.ts'
import type { ServerScope } from './handle.ts'
import { addReflection, reflectionPaths } from './reflection.ts'
import { serverCredentials, type Tls } from './tls.ts'

type Services = readonly (readonly [ServiceDefinition, UntypedServiceImplementation])[]

export type ServeOptions = {
  /** `host:port`; port 0 takes a free one. */
  listen: string
  services: Services
  log: Logger
  /** Required unless the host is loopback. */
  tls?: Tls | null
  /** For tools that list the rpcs, in development. */
  reflection?: boolean
  /** The allowed callers of each rpc under TLS; default `proto/callers.ts`. */
  callers?: CallerTable
  /** In both directions; default 4 MiB. */
  maxMessageBytes?: number
}

export type Serving = {
  port: number
  address: string
  setServing(ok: boolean): void
  /** Accepts no new calls, ends long-lived streams, and waits up to `graceMs` (default 5000) before it cancels the rest. */
  drain(graceMs?: number): Promise<void>
}

/** Throws if the table of callers does not match the services. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { listen, services, log, tls = null, reflection = false } = options
  const { host } = splitAddress(listen)
  if (!tls && !isLoopback(host)) {
    throw new Error(
      `gRPC can listen on ${listen} only with GATEHOUSE_TLS_CERT, _KEY and _CA; without TLS only on loopback.`,
    )
  }
  const paths = services.flatMap(([definition]) => Object.values(definition).map(({ path }) => path))
  const isAllowed = callerPolicy(
    options.callers ?? callers,
    reflection ? [...paths, ...reflectionPaths] : paths,
  )
  const server = new Server({
    ...channelOptions(options.maxMessageBytes),
    interceptors: tls ? [authorizeCallers(isAllowed, log)] : [],
  })
  const draining = new AbortController()
  for (const [definition, implementation] of services) {
    server.addService(definition, withScope(implementation, { log, draining: draining.signal }))
  }
  const names = [...new Set(paths.map((path) => path.split('/')[1] ?? ''))]
  const setServing = addHealth(server, names)
  if (reflection) await addReflection(server, [...names, 'grpc.health.v1.Health'])
  const port = await bind(server, listen, tls)
  const address = joinAddress(host, port)

  return {
    port,
    address,
    setServing,
    drain(graceMs = 5000) {
      setServing(false)
      draining.abort()
      return shutDown(server, address, graceMs)
    },
  }
}

function channelOptions(maxMessageBytes = 4 * 1024 * 1024) {
  return {
    'grpc.enable_channelz': 0,
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5000,
  }
}

function withScope(handlers: UntypedServiceImplementation, scope: ServerScope): UntypedServiceImplementation {
  const scoped = Object.entries(handlers).map(([name, handler]) => {
    // The types of grpc-js have no third argument.
    const run = handler as (call: unknown, callback: unknown, scope: ServerScope) => void
    return [name, (call: unknown, callback: unknown) => run(call, callback, scope)]
  })
  return Object.fromEntries(scoped)
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
