import { addAbortListener } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type {
  CallOptions,
  Client as GrpcClient,
  Metadata,
  MethodDefinition,
  requestCallback,
} from '@grpc/grpc-js'
import { fromGrpcStatus } from '../errors/grpc-status.ts'

type Outgoing = {
  channel: GrpcClient
  metadata: Metadata
  options: CallOptions
  signal: AbortSignal | undefined
}

export function callUnary<Req, Res>(
  { path, requestSerialize, responseDeserialize }: MethodDefinition<Req, Res>,
  request: Req,
  outgoing: Outgoing,
): Promise<Res> {
  const { channel, metadata, options } = outgoing
  return responseOf(path, outgoing, (done) =>
    channel.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, options, done),
  )
}

/** If the response comes first, the remaining messages are not read. If `messages` throws, the call is cancelled and the error rethrown. */
export function callClientStream<Req, Res>(
  { path, requestSerialize, responseDeserialize }: MethodDefinition<Req, Res>,
  messages: Iterable<Req> | AsyncIterable<Req>,
  outgoing: Outgoing,
): Promise<Res> {
  const { channel, metadata, options } = outgoing
  return responseOf(path, outgoing, (done, fail) => {
    const call = channel.makeClientStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      metadata,
      options,
      done,
    )
    call.once('status', () => call.destroy())
    const sink: Writable = call
    pipeline(messages, sink).catch((error: unknown) => {
      fail(error)
      call.cancel()
    })
    return call
  })
}

async function responseOf<Res>(
  path: string,
  { channel, signal }: Outgoing,
  start: (done: requestCallback<Res>, fail: (error: unknown) => void) => { cancel(): void },
): Promise<Res> {
  const { promise, resolve, reject } = Promise.withResolvers<Res>()
  const call = start((error, response) => {
    if (error) reject(fromGrpcStatus(error, { path, target: channel.getChannel().getTarget() }))
    // Without an error grpc-js always has a response; its types do not say so.
    else resolve(response as Res)
  }, reject)
  using _ = signal && addAbortListener(signal, () => call.cancel())
  return await promise
}
