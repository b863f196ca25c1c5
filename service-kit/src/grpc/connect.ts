import { randomUUID } from 'node:crypto'
import type { CallablePath, Identity } from '@gatehouse/proto/callers'
import { readOnlyRpcs } from '@gatehouse/proto/gen/read-only-rpcs'
import {
  type ClientDuplexStream,
  type ClientOptions,
  Client as GrpcClient,
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { grpcTarget } from '../net/addresses.ts'
import { channelCredentials } from '../tls/channel-credentials.ts'
import type { Tls } from '../tls/tls-files.ts'
import { traceCall } from '../tracing/rpc-spans.ts'
import { attemptIdKey, requestIdKey } from './call.ts'
import { callRpc } from './client-call.ts'
import { keepCallsOfClosingConnections } from './closing-connections.ts'

keepCallsOfClosingConnections()

export type CallOptions = {
  requestId?: string | undefined
  /** Sent to what creates sessions. */
  attemptId?: string | undefined
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

type ClientMethod<M> =
  M extends MethodDefinition<infer Req, infer Res>
    ? M extends { responseStream: true }
      ? () => ClientDuplexStream<Req, Res>
      : (
          request: M extends { requestStream: true } ? Iterable<Req> | AsyncIterable<Req> : Req,
          options?: CallOptions,
        ) => Promise<Res>
    : never

/**
 * The rpcs of a service as async functions, only those that the caller may call. No service has an rpc with a response
 * stream only.
 */
export type RpcClient<S extends ServiceDefinition, Caller extends Identity | null = null> = {
  [K in keyof S as CallableName<S, K, Caller>]: ClientMethod<S[K]>
} & { close(): void }

type CallableName<
  S extends ServiceDefinition,
  K extends keyof S,
  Caller extends Identity | null,
> = Caller extends Identity ? (S[K]['path'] extends CallablePath<Caller> ? K : never) : K

type Options<Caller extends Identity | null> = {
  /**
   * The identity of this process in `proto/callers.ts`, whose rpcs the client has. Null for all: for tests, and for services that are
   * not in the table.
   */
  as: Caller
  tls?: Tls | null
  /** Default 5000. Without a deadline, grpc-js would wait forever. */
  deadlineMs?: number
  /** The name in the server's certificate, if it is not the host of the first address. */
  serverName?: string | null
}

/** Several IP addresses, separated by commas, take turns. */
export function connect<S extends ServiceDefinition, Caller extends Identity | null>(
  service: S,
  addresses: string,
  { tls = null, deadlineMs: defaultDeadlineMs = 5000, serverName = null }: Options<Caller>,
): RpcClient<S, Caller> {
  const target = grpcTarget(addresses)
  if (target === null)
    throw new Error(`${addresses} must be one host:port, or IP addresses of one family with ports.`)
  const channel = new GrpcClient(target, channelCredentials(tls), {
    ...channelOptions,
    'grpc.service_config': serviceConfig(service),
    ...(serverName && {
      'grpc.ssl_target_name_override': serverName,
      'grpc.default_authority': serverName,
    }),
  })

  function clientMethod(method: ServiceDefinition[string]) {
    const { path, requestSerialize, responseDeserialize } = method
    if (method.responseStream)
      return () => channel.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadataOf())
    return (request: never, options: CallOptions = {}) => {
      const { deadlineMs = defaultDeadlineMs, signal } = options
      const metadata = metadataOf(options)
      const outgoing = { channel, metadata, options: { deadline: Date.now() + deadlineMs }, signal }
      return traceCall(path, metadata, () => callRpc(method, request, outgoing))
    }
  }

  const methods = Object.entries(service).map(([name, method]) => [name, clientMethod(method)])
  // The methods come from the definition that the type is derived from.
  return { ...Object.fromEntries(methods), close: () => channel.close() } as RpcClient<S, Caller>
}

function metadataOf({ requestId = randomUUID(), attemptId }: CallOptions = {}): Metadata {
  const metadata = new Metadata()
  metadata.set(requestIdKey, requestId)
  if (attemptId) metadata.set(attemptIdKey, attemptId)
  return metadata
}

/**
 * grpc-js itself repeats any call that no server has processed. Read-only rpcs are also repeated when their connection fails,
 * for at most a tenth of the calls: when an upstream is overloaded, retries must not add to its load.
 */
function serviceConfig(definition: ServiceDefinition): string {
  const retried = Object.values(definition).filter(({ path }) => readOnlyRpcs.includes(path))
  const name = retried.map(({ path }) => {
    const [, service, method] = path.split('/')
    return { service, method }
  })
  const retryPolicy = {
    maxAttempts: 3,
    initialBackoff: '0.05s',
    maxBackoff: '0.5s',
    backoffMultiplier: 3,
    retryableStatusCodes: ['UNAVAILABLE'],
  }
  return JSON.stringify({
    // Unlike the default policy, round robin also reconnects while there are no calls.
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [{ name, retryPolicy }],
    retryThrottling: { maxTokens: 20, tokenRatio: 0.1 },
  })
}

/** An upstream that restarts is used again within a second; keepalive pings detect one that stopped responding. */
const channelOptions: ClientOptions = {
  'grpc.enable_channelz': 0,
  'grpc.service_config_disable_resolution': 1,
  // The default of 30 s would call replaced replicas for that long.
  'grpc.dns_min_time_between_resolutions_ms': 500,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
  // Two channels to one address must not share a connection that one of them closes.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_http_proxy': 0,
  // grpc-js stores the messages of a call until it is accepted, and repeats no call beyond this. The default is 16 MiB.
  'grpc.retry_buffer_size': 256 * 1024 * 1024,
}
