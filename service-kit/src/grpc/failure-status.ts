import { errors } from '@gatehouse/proto/errors/catalog'
import type { StatusObject } from '@grpc/grpc-js'
import { toGrpcStatus } from '../errors/grpc-status.ts'
import type { ServiceError } from '../errors/service-error.ts'
import { toServiceError } from '../errors/to-service-error.ts'
import type { Call } from './call.ts'

/** Also logs the failure. */
export function failureStatus(error: unknown, call: Call, cancelled: boolean): StatusObject {
  const failure = toServiceError(error)
  logFailure(error, failure, call, cancelled)
  return toGrpcStatus(failure)
}

function logFailure(error: unknown, failure: ServiceError, { log }: Call, cancelled: boolean): void {
  const { code } = failure
  const { kind } = errors[code]
  // An error after the caller disconnected is most likely a consequence of that.
  if (cancelled) log.debug({ code }, 'call cancelled')
  else if (kind === 'internal') log.error({ code, err: error }, 'call failed')
  else if (kind === 'unavailable' || kind === 'timeout') {
    // A deliberate rejection has no cause to log, and its stack would cost more under overload than the rejection.
    const isDeliberate = error === failure && failure.cause === undefined
    log.warn(isDeliberate ? { code } : { code, err: error }, 'call failed')
  } else log.info({ code }, 'call rejected')
}
