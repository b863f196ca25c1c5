import { fromGrpcStatus } from '../errors/grpc-status.ts'
import { cancelOn } from './cancel-on.ts'
import type { Method, Outgoing } from './connect.ts'

/** Sends one request and waits for its answer. */
export function callUnary<Req, Res>(
  method: Method<Req, Res>,
  request: Req,
  outgoing: Outgoing,
): Promise<Res> {
  const { channel, metadata, deadline, signal } = outgoing
  return new Promise((resolve, reject) => {
    const call = channel.makeUnaryRequest<Req, Res>(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      (error, response) => {
        forget()
        if (error) reject(fromGrpcStatus(error))
        // Without an error grpc-js always has a response; its types do not say so.
        else resolve(response as Res)
      },
    )
    const forget = cancelOn(signal, call)
  })
}
