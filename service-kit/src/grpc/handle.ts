import { type EventEmitter, on } from 'node:events'
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleUnaryCall,
  StatusObject,
} from '@grpc/grpc-js'
import { unavailable } from '../errors/service-error.ts'
import type { Logger } from '../process/log.ts'
import { type Call, type GrpcCall, openCall } from './call.ts'
import { failureStatus } from './failure-status.ts'

export type { Call } from './call.ts'

/** The server that received a call. grpc-js passes two arguments to a handler; `serve` adds this third one. */
export type ServerScope = { log: Logger; draining: AbortSignal }

/** Makes an async function an rpc. The caller receives a ServiceError as it was thrown, any other error as INTERNAL_SERVER_ERROR. */
export function handle<Req, Res>(
  run: (request: Req, call: Call) => Promise<Res> | Res,
): handleUnaryCall<Req, Res> {
  return (grpcCall, callback, scope?: ServerScope) =>
    void respond(grpcCall, scope, (call) => run(grpcCall.request, call), callback)
}

/**
 * The same for an rpc that receives a stream; unread messages are dropped. If the caller disconnects, the stream can end like a
 * complete one: HTTP/2 can signal a normal end of the stream before the reset. A stream that must be complete needs an end message.
 */
export function handleClientStream<Req, Res>(
  run: (messages: AsyncIterable<Req>, call: Call) => Promise<Res>,
): handleClientStreamingCall<Req, Res> {
  return (grpcCall, callback, scope?: ServerScope) =>
    void respond(grpcCall, scope, (call) => run(grpcCall, call), callback)
}

export type Duplex<Req, Res> = {
  /** Ends when the caller ends its side or disconnects, or the server drains. */
  messages: AsyncIterable<Req>
  /** Sends one message; dropped if the caller has disconnected. A caller that reads too slowly is disconnected. */
  send(response: Res): void
}

/** Enough for a burst of requests that is answered at once. */
const maxQueued = 16_384

/** The same for an rpc with a stream in both directions, which ends when the function returns. */
export function handleDuplex<Req, Res>(
  run: (stream: Duplex<Req, Res>, call: Call) => Promise<void>,
): handleBidiStreamingCall<Req, Res> {
  return (grpcCall, _callback?: unknown, scope?: ServerScope) =>
    void respondStream(grpcCall, scope, ({ send, stop }, call) =>
      run({ messages: messagesOf(grpcCall, stop), send }, call),
    )
}

type Finish<Res> = (failure: StatusObject | null, response?: Res) => void

async function respond<Res>(
  grpcCall: GrpcCall,
  scope: ServerScope | undefined,
  run: (call: Call, scope: ServerScope) => Promise<Res> | Res,
  finish: Finish<Res>,
): Promise<void> {
  if (!scope) throw new Error('A handler runs only in a server of serve().')
  const call = openCall(grpcCall, scope.log)
  let response: Res
  try {
    response = await run(call, scope)
  } catch (error) {
    finish(failureStatus(error, call, grpcCall.cancelled))
    return
  }
  finish(null, response)
}

type Sink<Res> = GrpcCall & {
  writable: boolean
  writableLength: number
  write(message: Res): unknown
  end(): unknown
  emit(event: 'error', failure: StatusObject): unknown
}

/** Responses that the caller has not read yet are queued up to `maxQueued`, so that a slow caller does not exhaust memory. */
function respondStream<Res>(
  grpcCall: Sink<Res>,
  scope: ServerScope | undefined,
  run: (stream: { send(response: Res): void; stop: AbortSignal }, call: Call) => Promise<void>,
): Promise<void> {
  const overflow = new AbortController()
  const send = (response: Res) => {
    if (grpcCall.cancelled || !grpcCall.writable || overflow.signal.aborted) return
    if (grpcCall.writableLength < maxQueued) grpcCall.write(response)
    else overflow.abort()
  }
  return respond(
    grpcCall,
    scope,
    async (call, { draining }) => {
      await run({ send, stop: AbortSignal.any([draining, overflow.signal]) }, call)
      if (overflow.signal.aborted) throw unavailable()
    },
    // grpc-js takes the status of a stream from its error.
    (failure) => (failure ? grpcCall.emit('error', failure) : grpcCall.end()),
  )
}

/** Iterating the call itself would throw when the caller disconnects, and would not end while the server drains. */
async function* messagesOf<Req>(grpcCall: EventEmitter, stop: AbortSignal): AsyncGenerator<Req> {
  const events = { signal: stop, close: ['end', 'close'], highWaterMark: 1024, lowWaterMark: 1 }
  try {
    for await (const [message] of on(grpcCall, 'data', events)) yield message
  } catch (error) {
    if (!stop.aborted) throw error
  }
}
