import { addAbortListener } from 'node:events'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type {
  CallOptions,
  ClientWritableStream,
  Client as GrpcClient,
  ServiceError as GrpcError,
  Metadata,
  ServiceDefinition,
} from '@grpc/grpc-js'
import { fromGrpcStatus } from '../errors/grpc-status.ts'
import { unavailable } from '../errors/service-error.ts'

type Outgoing = {
  channel: GrpcClient
  metadata: Metadata
  options: CallOptions
  signal: AbortSignal | undefined
}

/** Sends a message or, if the rpc has a request stream, messages. `RpcClient` checks the type of the request. */
export function callRpc(
  method: ServiceDefinition[string],
  request: never,
  { channel, metadata, options, signal }: Outgoing,
): Promise<unknown> {
  // grpc-js would still send the call.
  if (signal?.aborted) return Promise.reject(unavailable(signal.reason))
  const { path, requestStream, requestSerialize: serialize, responseDeserialize: deserialize } = method
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const done = (error: GrpcError | null, response: unknown) => {
    abortListener?.[Symbol.dispose]()
    if (error) reject(fromGrpcStatus(error, { path, target: channel.getChannel().getTarget() }))
    else resolve(response)
  }
  const call = withoutStackTrace(() =>
    requestStream
      ? channel.makeClientStreamRequest(path, serialize, deserialize, metadata, options, done)
      : channel.makeUnaryRequest(path, serialize, deserialize, request, metadata, options, done),
  )
  if (call instanceof Writable) sendAll(request, call, reject)
  const abortListener = signal && addAbortListener(signal, () => call.cancel())
  return promise
}

/** grpc-js takes one for each call, also if that succeeds, for a third of its cost. Our errors name the rpc and the target. */
function withoutStackTrace<Result>(act: () => Result): Result {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return act()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * The messages that are sent before the server accepts the call; callers send at most 64 KiB in each. grpc-js repeats a
 * rejected call only if it has sent less than 1 MiB.
 */
const maxUnacceptedMessages = 8

/**
 * If the response comes first, the remaining messages are not read. If `messages` throws, the call is cancelled and `fail` gets
 * the error.
 */
function sendAll(
  messages: Iterable<unknown> | AsyncIterable<unknown>,
  call: Writable & Pick<ClientWritableStream<unknown>, 'cancel'>,
  fail: (error: unknown) => void,
): void {
  const accepted = new Promise<void>((resolve) => {
    for (const event of ['metadata', 'status']) call.once(event, () => resolve())
  })
  call.once('status', () => call.destroy())
  pipeline(waitForAcceptance(messages, accepted), call).catch((error: unknown) => {
    fail(error)
    call.cancel()
  })
}

/** A server sends its metadata when it accepts the call (server-call.ts). */
async function* waitForAcceptance(
  messages: Iterable<unknown> | AsyncIterable<unknown>,
  accepted: Promise<void>,
): AsyncGenerator<unknown> {
  let sent = 0
  for await (const message of messages) {
    if (sent === maxUnacceptedMessages) await accepted
    sent += 1
    yield message
  }
}
