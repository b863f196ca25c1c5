import { ServiceError } from '../errors/service-error.ts'

/**
 * The messages of a call, all of them or an error. A call that its sender cancels ends like one that is complete, and half
 * a body must never be taken for a whole one.
 */
export async function* wholeStream<Req>(
  grpcCall: AsyncIterable<Req> & { cancelled: boolean },
): AsyncGenerator<Req> {
  yield* grpcCall
  if (grpcCall.cancelled) throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The caller went away.' })
}
