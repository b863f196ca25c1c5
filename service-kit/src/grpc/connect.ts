import { randomUUID } from 'node:crypto'
import {
  type Client as Channel,
  type ClientDuplexStream,
  type ClientReadableStream,
  Metadata,
} from '@grpc/grpc-js'
import { requestIdKey } from './call.ts'
import { callStream } from './call-stream.ts'
import { callUnary } from './call-unary.ts'
import { openChannels } from './channels.ts'
import type { Tls } from './tls.ts'

export type CallOptions = {
  requestId?: string | undefined
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** One rpc of a generated service definition. */
export type Method<Req, Res> = {
  path: string
  requestStream: boolean
  responseStream: boolean
  requestSerialize(request: Req): Buffer
  responseDeserialize(bytes: Buffer): Res
}

// biome-ignore lint/suspicious/noExplicitAny: matches the method of every message type; the types come back by inference.
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
    : M extends { requestStream: true; responseStream: true }
      ? (options?: Pick<CallOptions, 'requestId'>) => ClientDuplexStream<RequestOf<M>, ResponseOf<M>>
      : (
          request: RequestOf<M>,
          options?: Pick<CallOptions, 'requestId'>,
        ) => ClientReadableStream<ResponseOf<M>>

/** The rpcs of a service as async functions that fail with ServiceError. */
export type Client<S extends Record<string, AnyMethod>> = { [K in keyof S]: ClientMethod<S[K]> } & {
  /** Ends the connections; calls under way fail. */
  close(): void
}

/** One call as it goes out. */
export type Outgoing = {
  channel: Channel
  metadata: Metadata
  deadline: Date
  signal: AbortSignal | undefined
}

/**
 * A client of a service at `host:port[,host:port...]`. Every call has a deadline (5 s unless told otherwise), since
 * grpc-js would wait for ever; a stream from the server or both ways has none. A neighbour that is away fails at once with
 * SERVICE_UNAVAILABLE, a passed deadline with UPSTREAM_TIMEOUT; connecting goes on in the background. `serverName` is whom
 * the other end's certificate must name, when that is not the host of the address.
 */
export function connect<S extends Record<string, AnyMethod>>(
  service: S,
  address: string,
  options: { tls?: Tls | null; deadlineMs?: number; serverName?: string | null } = {},
): Client<S> {
  const channels = openChannels(address, { tls: options.tls ?? null, serverName: options.serverName ?? null })
  const outgoing = ({ requestId = randomUUID(), deadlineMs, signal }: CallOptions): Outgoing => {
    const metadata = new Metadata()
    metadata.set(requestIdKey, requestId)
    const deadline = new Date(Date.now() + (deadlineMs ?? options.deadlineMs ?? 5000))
    return { channel: channels.next(), metadata, deadline, signal }
  }
  const methods = Object.entries(service).map(([name, method]) => [name, clientMethod(method, outgoing)])
  // Built method by method from the same definition the type is derived from.
  return { ...Object.fromEntries(methods), close: channels.close } as Client<S>
}

function clientMethod(method: AnyMethod, outgoing: (options: CallOptions) => Outgoing) {
  if (method.requestStream && method.responseStream) {
    return (options: CallOptions = {}) => {
      const { channel, metadata } = outgoing(options)
      return channel.makeBidiStreamRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        metadata,
      )
    }
  }
  if (method.responseStream) {
    return (request: never, options: CallOptions = {}) => {
      const { channel, metadata } = outgoing(options)
      const { path, requestSerialize, responseDeserialize } = method
      return channel.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata)
    }
  }
  const call = method.requestStream ? callStream : callUnary
  return (request: never, options: CallOptions = {}) => call(method, request, outgoing(options))
}
