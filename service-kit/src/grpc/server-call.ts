import { type EventEmitter, on } from 'node:events'
import {
  Metadata,
  type MethodDefinition,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
  status,
  type UntypedHandleCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { toGrpcStatus } from '../errors/grpc-status.ts'
import { isOurs, logFailure } from '../errors/log-failure.ts'
import { rejectionReason, type ServiceError, unavailable } from '../errors/service-error.ts'
import { toServiceError } from '../errors/to-service-error.ts'
import { observeCall } from '../metrics/rpc-metrics.ts'
import type { Logger } from '../process/log.ts'
import { startServerSpan } from '../tracing/rpc-spans.ts'
import { type Call, type GrpcCall, openCall } from './call.ts'

/** The rpcs of a service as async functions. Errors become statuses as in `toServiceError`. */
export type Handlers<S extends ServiceDefinition> = { -readonly [K in keyof S]: Handler<S[K]> }

type Handler<M> =
  M extends MethodDefinition<infer Req, infer Res>
    ? M extends { responseStream: true }
      ? (stream: Duplex<Req, Res>, call: Call) => Promise<void>
      : (
          request: M extends { requestStream: true } ? ClientStream<Req> : Req,
          call: Call,
        ) => Promise<Res> | Res
    : never

/**
 * Unread messages are dropped. If the caller disconnects, the stream can end like a complete one: HTTP/2 can signal a normal end
 * of the stream before the reset. A stream that must be complete needs an end message.
 */
type ClientStream<Req> = AsyncIterable<Req>

export type Duplex<Req, Res> = {
  /** Ends when the caller ends its side or disconnects, the server drains, or the stream reaches its maximum age. */
  messages: AsyncIterable<Req>
  /** Sends one message; dropped if the caller has disconnected. A caller that reads too slowly is disconnected. */
  send(response: Res): void
}

export type AnyHandlers = Readonly<Record<string, (input: never, call: Call) => unknown>>
type Run = (input: unknown, call: Call) => unknown
type ServerScope = { log: Logger; draining: AbortSignal; maxStreamAgeMs: number }

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

function grpcHandler(
  { requestStream, responseStream }: ServiceDefinition[string],
  run: Run,
  scope: ServerScope,
): UntypedHandleCall {
  if (responseStream) {
    return (grpcCall: ServerDuplexStream<unknown, unknown>) => void respondStream(grpcCall, run, scope)
  }
  // The call of a client stream is also the stream of its messages.
  return (grpcCall: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) => {
    // The caller sends more than the first messages only to a server that has accepted the call (client-call.ts).
    if (requestStream) grpcCall.sendMetadata(new Metadata())
    void respondOnce(grpcCall, requestStream ? grpcCall : grpcCall.request, run, scope.log, callback)
  }
}

async function respondOnce(
  grpcCall: GrpcCall,
  input: unknown,
  run: Run,
  log: Logger,
  callback: sendUnaryData<unknown>,
): Promise<void> {
  const path = grpcCall.getPath()
  const startedAt = performance.now()
  const span = startServerSpan(path, grpcCall.metadata)
  const work = () => outcomeOf(grpcCall, log, (call) => run(input, call))
  const { failure, response } = await (span ? span.run(work) : work())
  observeCall(path, failure?.code ?? status.OK, startedAt)
  span?.end(failure && status[failure.code])
  callback(failure, response)
}

type Outcome = { failure: StatusObject | null; response?: unknown }

async function outcomeOf(grpcCall: GrpcCall, log: Logger, work: (call: Call) => unknown): Promise<Outcome> {
  const call = openCall(grpcCall, log)
  try {
    return { failure: null, response: await work(call) }
  } catch (error) {
    const failure = toServiceError(error)
    logOutcome(failure, call, grpcCall.cancelled)
    return { failure: toGrpcStatus(failure) }
  } finally {
    // grpc-js emits it after every call. An abort would create an error with a stack, which nobody needs any more.
    grpcCall.removeAllListeners('cancelled')
  }
}

function logOutcome(failure: ServiceError, { log }: Call, cancelled: boolean): void {
  const { code } = failure
  // An error after the caller disconnected is most likely a consequence of that.
  if (cancelled) log.debug({ code }, 'call cancelled')
  else if (isOurs(failure)) logFailure(log, 'call', failure)
  else log.info({ code, reason: rejectionReason(failure) }, 'call rejected')
}

// More unread responses would let a slow caller exhaust the memory.
const maxQueued = 16_384

async function respondStream(
  grpcCall: ServerDuplexStream<unknown, unknown>,
  run: Run,
  { log, draining, maxStreamAgeMs }: ServerScope,
): Promise<void> {
  const overflow = new AbortController()
  const send = (response: unknown) => {
    if (grpcCall.cancelled || !grpcCall.writable || overflow.signal.aborted) return
    if (grpcCall.writableLength < maxQueued) grpcCall.write(response)
    else overflow.abort()
  }
  // With a jitter of 10 %: otherwise all streams of a caller that has just started would end at the same time.
  const ageMs = Math.round(maxStreamAgeMs * (0.9 + Math.random() * 0.2))
  const stop = AbortSignal.any([draining, overflow.signal, AbortSignal.timeout(ageMs)])
  const messages = messagesOf(grpcCall, stop)
  const { failure } = await outcomeOf(grpcCall, log, async (call) => {
    await run({ messages, send }, call)
    if (overflow.signal.aborted) throw unavailable('the caller reads too slowly')
  })
  // grpc-js takes the status of a stream from its error.
  if (failure) grpcCall.emit('error', failure)
  else grpcCall.end()
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
