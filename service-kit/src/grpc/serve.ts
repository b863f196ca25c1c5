import { callers } from '@gatehouse/proto/callers'
import {
  Server,
  type ServiceDefinition,
  type UntypedHandleCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import type { Logger } from '../process/log.ts'
import { authorizeCallers } from './authorize-callers.ts'
import { enterScope, type ServerScope } from './call.ts'
import { type CallerTable, callerPolicy } from './caller-policy.ts'
import { isLoopback, joinAddress, splitAddress } from './listen-address.ts'
import { addReflection, reflectionPaths } from './reflection.ts'
import { serverCredentials } from './server-credentials.ts'
import type { Tls } from './tls.ts'

export type ServeOptions = {
  /** `host:port`; port 0 takes a free one. */
  listen: string
  services: readonly (readonly [ServiceDefinition, UntypedServiceImplementation])[]
  log: Logger
  /** Without it only loopback may be listened on (contract.md 6). */
  tls?: Tls | null
  /** Lets tools list the rpcs; for development. */
  reflection?: boolean
  /** Who may call which rpc under TLS; default `proto/callers.ts`. */
  callers?: CallerTable
  /** Largest single message either way; default 4 MiB. */
  maxMessageBytes?: number
}

export type Serving = {
  port: number
  /** `host:port` as a client on this machine can use it. */
  address: string
  /** What grpc.health.v1 answers. */
  setServing(ok: boolean): void
  /** Takes no new call, ends long-lived streams, waits for the rest up to `graceMs` (default 5000), then cuts them off. */
  drain(graceMs?: number): Promise<void>
}

/** Serves tables of rpcs with the standard health service. Throws when the table of callers does not match what is served. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { host } = splitAddress(options.listen)
  const tls = options.tls ?? null
  if (!tls && !isLoopback(host)) {
    throw new Error(
      `gRPC listens on ${options.listen} only with GATEHOUSE_TLS_CERT, _KEY and _CA set; without them on loopback alone.`,
    )
  }
  const isAllowed = callerPolicy(options.callers ?? callers, servedPaths(options))
  const server = new Server({
    ...channelOptions(options.maxMessageBytes),
    interceptors: tls ? [authorizeCallers(isAllowed, options.log)] : [],
  })
  const draining = new AbortController()
  const scope = { log: options.log, draining: draining.signal }
  for (const [definition, implementation] of options.services) {
    server.addService(definition, withScope(implementation, scope))
  }
  const names = serviceNames(options.services)
  const health = addHealth(server, names)
  if (options.reflection) addReflection(server, names)
  const port = await bind(server, options.listen, tls)

  const address = joinAddress(host, port)
  return {
    port,
    address,
    setServing: health,
    drain(graceMs = 5000) {
      health(false)
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

function withScope(
  implementation: UntypedServiceImplementation,
  scope: ServerScope,
): UntypedServiceImplementation {
  const scoped = ([name, handler]: [string, UntypedHandleCall]) => {
    // The four shapes of handlers differ in types alone; call and callback are passed on untouched.
    const next = handler as (call: object, callback: unknown) => void
    const wrapped = (call: object, callback: unknown) => {
      enterScope(call, scope)
      next(call, callback)
    }
    return [name, wrapped as UntypedHandleCall]
  }
  return Object.fromEntries(Object.entries(implementation).map(scoped))
}

/** A definition names its service only in the paths of its methods. */
function serviceNames(services: ServeOptions['services']): string[] {
  return [...new Set(methodPaths(services).map((path) => path.split('/')[1] ?? ''))]
}

function servedPaths({ services, reflection }: ServeOptions): string[] {
  return [...methodPaths(services), ...(reflection ? reflectionPaths : [])]
}

function methodPaths(services: ServeOptions['services']): string[] {
  return services.flatMap(([definition]) => Object.values(definition).map((method) => method.path))
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

// forceShutdown() forgets the sessions of a server without channelz, drain() does not. It has to come first: after
// tryShutdown() it takes sessions for closed that are not.
function shutDown(server: Server, address: string, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    server.drain(address, graceMs)
    server.tryShutdown(() => resolve())
  })
}
