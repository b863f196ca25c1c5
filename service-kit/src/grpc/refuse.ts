import { errors } from '@gatehouse/proto/errors/catalog'
import type { StatusObject } from '@grpc/grpc-js'
import { toGrpcStatus } from '../errors/grpc-status.ts'
import { refusalOf } from '../errors/refusal-of.ts'
import type { ServiceError } from '../errors/service-error.ts'
import type { Call } from './call.ts'

/** Turns what a verb threw into the status its caller sees, and writes the one log line of a failed call. */
export function refuse(error: unknown, call: Call, cancelled: boolean): StatusObject {
  const refusal = refusalOf(error)
  logFailure(error, refusal, call, cancelled)
  return toGrpcStatus(refusal)
}

function logFailure(error: unknown, { code }: ServiceError, call: Call, cancelled: boolean): void {
  const { kind } = errors[code]
  // Whatever broke because the caller went away is no fault of ours.
  if (cancelled) call.log.debug({ code }, 'call was cancelled')
  else if (kind === 'internal') call.log.error({ code, err: error }, 'call failed')
  else if (kind === 'unavailable' || kind === 'timeout') call.log.warn({ code, err: error }, 'call failed')
  else call.log.info({ code }, 'call refused')
}
