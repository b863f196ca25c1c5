import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client as GrpcClient, ServiceError as GrpcError, Metadata } from '@grpc/grpc-js'
import { fromGrpcStatus } from '../errors/grpc-status.ts'
import type { Method } from './method.ts'

type Outgoing = { channel: GrpcClient; metadata: Metadata; deadline: Date; signal: AbortSignal | undefined }
type Done<Res> = (error: GrpcError | null, response?: Res) => void

export function callUnary<Req, Res>(
  { path, requestSerialize, responseDeserialize }: Method<Req, Res>,
  request: Req,
  { channel, metadata, deadline, signal }: Outgoing,
): Promise<Res> {
  return responseOf({ path, target: targetOf(channel) }, signal, (done: Done<Res>) =>
    channel.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      { deadline },
      done,
    ),
  )
}

/** If the response comes first, the remaining messages are not read. If `messages` throws, the call is cancelled and the error rethrown. */
export function callClientStream<Req, Res>(
  { path, requestSerialize, responseDeserialize }: Method<Req, Res>,
  messages: Iterable<Req> | AsyncIterable<Req>,
  { channel, metadata, deadline, signal }: Outgoing,
): Promise<Res> {
  const responded = new AbortController()
  const failed = Promise.withResolvers<never>()
  const response = responseOf({ path, target: targetOf(channel) }, signal, (done: Done<Res>) => {
    const call = channel.makeClientStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      metadata,
      { deadline },
      (error: GrpcError | null, message?: Res) => {
        done(error, message)
        responded.abort()
      },
    )
    const sink: Writable = call
    pipeline(messages, sink, { signal: responded.signal }).catch((error: unknown) => {
      failed.reject(error)
      call.cancel()
    })
    return call
  })
  return Promise.race([response, failed.promise])
}

function targetOf(channel: GrpcClient): string {
  return channel.getChannel().getTarget()
}

function responseOf<Res>(
  called: { path: string; target: string },
  signal: AbortSignal | undefined,
  start: (done: Done<Res>) => { cancel(): void },
): Promise<Res> {
  return new Promise((resolve, reject) => {
    const call = start((error, response) => {
      signal?.removeEventListener('abort', cancel)
      if (error) reject(fromGrpcStatus(error, called))
      // Without an error grpc-js always has a response; its types do not say so.
      else resolve(response as Res)
    })
    const cancel = () => call.cancel()
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel)
  })
}
