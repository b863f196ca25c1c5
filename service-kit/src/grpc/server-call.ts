import { type EventEmitter, on } from 'node:events'
import { errors } from '@gatehouse/proto/errors/catalog'
import {
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
  status,
  type UntypedHandleCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { toGrpcStatus } from '../errors/grpc-status.ts'
import { type ServiceError, unavailable } from '../errors/service-error.ts'
import { toServiceError } from '../errors/to-service-error.ts'
import { observeCall } from '../metrics/rpc-metrics.ts'
import type { Logger } from '../process/log.ts'
import { startServerSpan } from '../tracing/rpc-spans.ts'
import { type Call, type GrpcCall, openCall } from './call.ts'
import type { AnyMethod, ByStreams, RequestOf, ResponseOf } from './method.ts'

/** The rpcs of a service as async functions. Errors become statuses as in `toServiceError`. */
export type Handlers<S extends Record<string, AnyMethod>> = { -readonly [K in keyof S]: Handler<S[K]> }

type Handler<M extends AnyMethod> = ByStreams<
  M,
  (request: RequestOf<M>, call: Call) => Promise<ResponseOf<M>> | ResponseOf<M>,
  ClientStreamHandler<RequestOf<M>, ResponseOf<M>>,
  (stream: Duplex<RequestOf<M>, ResponseOf<M>>, call: Call) => Promise<void>
>

/**
 * Unread messages are dropped. If the caller disconnects, the stream can end like a complete one: HTTP/2 can signal a normal end
 * of the stream before the reset. A stream that must be complete needs an end message.
 */
type ClientStreamHandler<Req, Res> = (messages: AsyncIterable<Req>, call: Call) => Promise<Res>

export type Duplex<Req, Res> = {
  /** Ends when the caller ends its side or disconnects, or the server drains. */
  messages: AsyncIterable<Req>
  /** Sends one message; dropped if the caller has disconnected. A caller that reads too slowly is disconnected. */
  send(response: Res): void
}

export type AnyHandlers = Readonly<Record<string, AnyHandler>>
type AnyHandler = (input: never, call: Call) => unknown
type Run = (input: unknown, call: Call) => unknown
type ServerScope = { log: Logger; draining: AbortSignal }

export function grpcHandlers(
  definition: ServiceDefinition,
  handlers: AnyHandlers,
  scope: ServerScope,
): UntypedServiceImplementation {
  const rpcs = Object.entries(definition).flatMap(([name, method]) => {
    const handler = handlers[name]
    // `Handlers` checks the type of the input.
    return handler ? [[name, grpcHandler(method, handler as Run, scope)]] : []
  })
  return Object.fromEntries(rpcs)
}

type Streams = { requestStream: boolean; responseStream: boolean }

function grpcHandler(
  { requestStream, responseStream }: Streams,
  run: Run,
  scope: ServerScope,
): UntypedHandleCall {
  if (responseStream) {
    return (grpcCall: ServerDuplexStream<unknown, unknown>) => void respondStream(grpcCall, run, scope)
  }
  if (requestStream) {
    return (grpcCall: ServerReadableStream<unknown, unknown>, callback: sendUnaryData<unknown>) =>
      respondOnce(grpcCall, scope.log, (call) => run(grpcCall, call), callback)
  }
  return (grpcCall: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) =>
    respondOnce(grpcCall, scope.log, (call) => run(grpcCall.request, call), callback)
}

type Finish = (failure: StatusObject | null, response?: unknown) => void

function respondOnce(
  grpcCall: GrpcCall,
  serverLog: Logger,
  run: (call: Call) => unknown,
  callback: sendUnaryData<unknown>,
): void {
  const path = grpcCall.getPath()
  const startedAt = performance.now()
  const span = startServerSpan(path, grpcCall.metadata)
  const finish: Finish = (failure, response) => {
    observeCall(path, failure?.code ?? status.OK, startedAt)
    span?.end(failure && status[failure.code])
    callback(failure, response)
  }
  const answer = () => void respond(grpcCall, serverLog, run, finish)
  if (span) span.run(answer)
  else answer()
}

async function respond(
  grpcCall: GrpcCall,
  serverLog: Logger,
  run: (call: Call) => unknown,
  finish: Finish,
): Promise<void> {
  const call = openCall(grpcCall, serverLog)
  let response: unknown
  try {
    response = await run(call)
  } catch (error) {
    const failure = toServiceError(error)
    logFailure(error, failure, call, grpcCall.cancelled)
    finish(toGrpcStatus(failure))
    return
  }
  finish(null, response)
}

function logFailure(error: unknown, failure: ServiceError, { log }: Call, cancelled: boolean): void {
  const { code } = failure
  const { kind } = errors[code]
  // An error after the caller disconnected is most likely a consequence of that.
  if (cancelled) log.debug({ code }, 'call cancelled')
  else if (kind === 'internal') log.error({ code, err: error }, 'call failed')
  else if (kind === 'unavailable' || kind === 'timeout') {
    // A deliberate rejection has no cause to log, and its stack would cost more under overload than the rejection.
    const isDeliberate = error === failure && failure.cause === undefined
    log.warn(isDeliberate ? { code } : { code, err: error }, 'call failed')
  } else log.info({ code }, 'call rejected')
}

// More unread responses would let a slow caller exhaust the memory.
const maxQueued = 16_384

function respondStream(
  grpcCall: ServerDuplexStream<unknown, unknown>,
  run: Run,
  { log, draining }: ServerScope,
): Promise<void> {
  const overflow = new AbortController()
  const send = (response: unknown) => {
    if (grpcCall.cancelled || !grpcCall.writable || overflow.signal.aborted) return
    if (grpcCall.writableLength < maxQueued) grpcCall.write(response)
    else overflow.abort()
  }
  const messages = messagesOf(grpcCall, AbortSignal.any([draining, overflow.signal]))
  return respond(
    grpcCall,
    log,
    async (call) => {
      await run({ messages, send }, call)
      if (overflow.signal.aborted) throw unavailable()
    },
    // grpc-js takes the status of a stream from its error.
    (failure) => (failure ? grpcCall.emit('error', failure) : grpcCall.end()),
  )
}

/** Iterating the call itself would throw when the caller disconnects, and would not end while the server drains. */
async function* messagesOf(grpcCall: EventEmitter, stop: AbortSignal): AsyncGenerator<unknown> {
  const events = { signal: stop, close: ['end', 'close'], highWaterMark: 1024, lowWaterMark: 1 }
  try {
    for await (const [message] of on(grpcCall, 'data', events)) yield message
  } catch (error) {
    if (!stop.aborted) throw error
  }
}
