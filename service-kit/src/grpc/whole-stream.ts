import { ServiceError } from '../errors/service-error.ts'

/**
 * The messages of a call, all of them or an error. A stream that its sender cancels ends like one that is complete, and half
 * a body must never be taken for a whole one.
 */
export async function* wholeStream<Req>(
  grpcCall: AsyncIterable<Req> & { cancelled: boolean },
): AsyncGenerator<Req> {
  yield* grpcCall
  // HTTP/2 ends the readable side of a reset stream first and closes it, which grpc-js reports, in the same turn.
  await new Promise(setImmediate)
  if (grpcCall.cancelled) throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The caller went away.' })
}
