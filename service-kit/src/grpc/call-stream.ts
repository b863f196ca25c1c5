import type { ClientWritableStream } from '@grpc/grpc-js'
import { fromGrpcStatus } from '../errors/grpc-status.ts'
import { cancelOn } from './cancel-on.ts'
import type { Method, Outgoing } from './connect.ts'

/**
 * Sends messages as the server takes them and waits for its one answer, which may come before all is sent: then the rest
 * is not read. When the messages themselves fail, the call is cancelled and fails with their error.
 */
export function callStream<Req, Res>(
  method: Method<Req, Res>,
  messages: Iterable<Req> | AsyncIterable<Req>,
  outgoing: Outgoing,
): Promise<Res> {
  const { channel, metadata, deadline, signal } = outgoing
  return new Promise((resolve, reject) => {
    const answered = new AbortController()
    const call = channel.makeClientStreamRequest<Req, Res>(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      metadata,
      { deadline },
      (error, response) => {
        forget()
        answered.abort()
        if (error) reject(fromGrpcStatus(error))
        // Without an error grpc-js always has a response; its types do not say so.
        else resolve(response as Res)
      },
    )
    const forget = cancelOn(signal, call)
    sendAll(call, messages, answered.signal).catch((error: unknown) => {
      reject(error)
      call.cancel()
    })
  })
}

async function sendAll<Req>(
  call: ClientWritableStream<Req>,
  messages: Iterable<Req> | AsyncIterable<Req>,
  answered: AbortSignal,
): Promise<void> {
  for await (const message of messages) {
    if (answered.aborted) return
    if (!call.write(message)) await drained(call, answered)
  }
  call.end()
}

function drained<Req>(call: ClientWritableStream<Req>, answered: AbortSignal): Promise<void> {
  if (answered.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      call.off('drain', done)
      answered.removeEventListener('abort', done)
      resolve()
    }
    call.once('drain', done)
    answered.addEventListener('abort', done)
  })
}
