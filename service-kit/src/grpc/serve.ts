import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { callers as defaultCallers } from '@gatehouse/proto/callers'
import { Server, type ServiceDefinition } from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import { isLoopback, joinAddress, splitAddress } from '../net/addresses.ts'
import { maxRequestSeconds } from '../process/drain.ts'
import type { Logger } from '../process/log.ts'
import { authorizeCallers, type CallerTable } from '../tls/authorize-callers.ts'
import { serverCredentials } from '../tls/server-credentials.ts'
import type { Tls } from '../tls/tls-files.ts'
import { sendOneGoaway } from './closing-connections.ts'
import { addReflection } from './reflection.ts'
import { type AnyHandlers, grpcHandlers } from './server-call.ts'

export type ServeOptions = {
  listen: string
  services: readonly (readonly [ServiceDefinition, AnyHandlers])[]
  log: Logger
  /** Required unless the host is loopback. */
  tls?: Tls | null
  reflection?: boolean
  /** The allowed callers of each rpc under TLS; default `proto/callers.ts`. */
  callers?: CallerTable
  /** In both directions; default 4 MiB. */
  maxMessageBytes?: number
  /** When a response stream ends, after its pending responses; default 5 min, with a jitter of 10 %. Later its connection would be cut. */
  maxStreamAgeMs?: number
}

export type Serving = {
  address: string
  /** Still serves, and makes clients resolve the name of the service again each second. */
  beginDrain(): void
  /** Accepts no new calls, ends long-lived streams, and waits up to `graceMs` (default 10 s) before it cancels the rest. */
  drain(graceMs?: number): Promise<void>
}

export async function serve({
  listen,
  services,
  log,
  tls = null,
  reflection = false,
  callers = defaultCallers,
  maxMessageBytes = 4 * 1024 * 1024,
  maxStreamAgeMs = 300_000,
}: ServeOptions): Promise<Serving> {
  const { host } = splitAddress(listen)
  if (!tls && !isLoopback(host)) {
    throw new Error(
      `gRPC can listen on ${listen} only with GATEHOUSE_TLS_CERT, _KEY and _CA; without TLS only on loopback.`,
    )
  }
  const server = new Server({
    ...channelOptions,
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': maxMessageBytes,
    interceptors: tls ? [authorizeCallers(callers, log)] : [],
  })
  const draining = new AbortController()
  let renewTimer: NodeJS.Timeout | undefined
  for (const [definition, handlers] of services) {
    const scope = { log, draining: draining.signal, maxStreamAgeMs }
    server.addService(definition, grpcHandlers(definition, handlers, scope))
  }
  const names = services.map(([definition]) => serviceName(definition))
  const setServing = addHealth(server, names)
  if (reflection) await addReflection(server, [...names, 'grpc.health.v1.Health'])
  const port = await promisify(server.bindAsync).call(server, listen, serverCredentials(tls))
  const address = joinAddress(host, port)
  sendOneGoaway(server)

  return {
    address,
    beginDrain() {
      setServing(false)
      renewTimer ??= setInterval(() => server.drain(address, maxDrainMs), renewEveryMs)
    },
    async drain(graceMs = maxRequestSeconds * 1000) {
      clearInterval(renewTimer)
      setServing(false)
      draining.abort()
      // forceShutdown() does not close the sessions of a server without channelz; drain() does, if it comes before tryShutdown().
      server.drain(address, graceMs)
      // A connection that never completes its TLS handshake would delay the shutdown until Node's limit of 120 s.
      await Promise.race([
        promisify(server.tryShutdown).call(server),
        wait(graceMs + 1000, undefined, { ref: false }),
      ])
    },
  }
}

/** After GOAWAY, a client looks up the addresses of the service again. While they still contain this server, it connects to it again. */
const renewEveryMs = 1000
/** Longer than the age of any stream, and than any process drains: what is in flight on old connections is not cancelled. */
const maxDrainMs = 600_000

const channelOptions = {
  'grpc.enable_channelz': 0,
  // A new replica gets calls when clients have resolved again: within this time and the delay of DNS. grpc-js adds a jitter of 10 %.
  'grpc.max_connection_age_ms': 4000,
  // Calls in flight can continue for this long. With keepalive pings, grpc-js would end them: it cannot ping a closing connection.
  'grpc.max_connection_age_grace_ms': maxDrainMs,
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
