import { randomUUID } from 'node:crypto'
import { type ClientDuplexStream, Metadata } from '@grpc/grpc-js'
import { requestIdKey } from './call.ts'
import { callClientStream, callUnary, type Method } from './call-upstream.ts'
import { openChannel } from './channel.ts'
import type { Tls } from './tls.ts'

export type CallOptions = {
  requestId?: string | undefined
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: matches methods of all message types, which are inferred again below.
type AnyMethod = Method<any, any>
type RequestOf<M extends AnyMethod> = Parameters<M['requestSerialize']>[0]
type ResponseOf<M extends AnyMethod> = ReturnType<M['responseDeserialize']>

type ClientMethod<M extends AnyMethod> = M extends { requestStream: false; responseStream: false }
  ? (request: RequestOf<M>, options?: CallOptions) => Promise<ResponseOf<M>>
  : M extends { requestStream: true; responseStream: false }
    ? (
        messages: Iterable<RequestOf<M>> | AsyncIterable<RequestOf<M>>,
        options?: CallOptions,
      ) => Promise<ResponseOf<M>>
    : (options?: Pick<CallOptions, 'requestId'>) => ClientDuplexStream<RequestOf<M>, ResponseOf<M>>

/** The rpcs of a service as async functions that throw ServiceError. */
export type Client<S extends Record<string, AnyMethod>> = { [K in keyof S]: ClientMethod<S[K]> } & {
  /** Calls in flight fail. */
  close(): void
}

type Options = {
  tls?: Tls | null
  /** Default 5000. Without a deadline, grpc-js would wait forever. */
  deadlineMs?: number
  /** The name in the server's certificate, if it is not the host of the address. */
  serverName?: string | null
}

/** Several IP addresses, separated by commas, take turns. */
export function connect<S extends Record<string, AnyMethod>>(
  service: S,
  addresses: string,
  { tls = null, deadlineMs: defaultDeadlineMs = 5000, serverName = null }: Options = {},
): Client<S> {
  const channel = openChannel(addresses, tls, serverName)

  function clientMethod(method: AnyMethod) {
    const { path, requestSerialize, responseDeserialize } = method
    if (method.responseStream) {
      return (options?: CallOptions) =>
        channel.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadataOf(options))
    }
    const call = method.requestStream ? callClientStream : callUnary
    return (request: never, options: CallOptions = {}) => {
      const deadline = new Date(Date.now() + (options.deadlineMs ?? defaultDeadlineMs))
      return call(method, request, {
        channel,
        metadata: metadataOf(options),
        deadline,
        signal: options.signal,
      })
    }
  }

  const methods = Object.entries(service).map(([name, method]) => [name, clientMethod(method)])
  // The methods come from the definition that the type is derived from.
  return { ...Object.fromEntries(methods), close: () => channel.close() } as Client<S>
}

function metadataOf({ requestId = randomUUID() }: CallOptions = {}): Metadata {
  const metadata = new Metadata()
  metadata.set(requestIdKey, requestId)
  return metadata
}
