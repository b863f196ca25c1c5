import { errors } from '@gatehouse/proto/errors/catalog'
import type { StatusObject } from '@grpc/grpc-js'
import { toGrpcStatus } from '../errors/grpc-status.ts'
import type { ServiceError } from '../errors/service-error.ts'
import { toServiceError } from '../errors/to-service-error.ts'
import type { Call } from './call.ts'

/** Turns what a verb threw into the status its caller sees, and writes the one log line of a failed call. */
export function refuse(error: unknown, call: Call, cancelled: boolean): StatusObject {
  const refusal = toServiceError(error)
  logFailure(error, refusal, call, cancelled)
  return toGrpcStatus(refusal)
}

function logFailure(error: unknown, refusal: ServiceError, call: Call, cancelled: boolean): void {
  const { code } = refusal
  const { kind } = errors[code]
  // Whatever broke because the caller went away is no fault of ours.
  if (cancelled) call.log.debug({ code }, 'call was cancelled')
  else if (kind === 'internal') call.log.error({ code, err: error }, 'call failed')
  else if (kind === 'unavailable' || kind === 'timeout') {
    // What was turned away on purpose has nothing behind it; its stack would cost a storm more than the refusal.
    const isOwn = error === refusal && refusal.cause === undefined
    call.log.warn(isOwn ? { code } : { code, err: error }, 'call failed')
  } else call.log.info({ code }, 'call refused')
}
