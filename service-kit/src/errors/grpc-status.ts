import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import { Status } from '@gatehouse/proto/gen/google/rpc/status'
import { type ServiceError as GrpcError, Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { packDetails, unpackDetails } from './grpc-details.ts'
import { isErrorCode } from './known-codes.ts'
import { ServiceError, unavailable } from './service-error.ts'

type Called = { path: string; target: string }

const detailsTrailer = 'grpc-status-details-bin'

/** An error other than a ServiceError becomes INTERNAL_SERVER_ERROR without its message. */
export function toGrpcStatus(error: unknown): StatusObject {
  const failure = error instanceof ServiceError ? error : new ServiceError('INTERNAL_SERVER_ERROR')
  const code = kinds[errors[failure.code].kind].grpc
  // grpc-js percent-encodes this text with encodeURI, which throws on a lone surrogate.
  const message = failure.message.toWellFormed()
  const metadata = new Metadata()
  metadata.set(
    detailsTrailer,
    Buffer.from(Status.encode({ code, message, details: packDetails(failure) }).finish()),
  )
  // A service that answered has made its decision; clients retry only failures of the transport.
  metadata.set('grpc-retry-pushback-ms', '-1')
  return { code, details: message, metadata }
}

/** Returns the error that an upstream sent. Without Gatehouse details, the gRPC status decides. */
export function fromGrpcStatus(error: GrpcError, called: Called): ServiceError {
  return errorInDetails(error) ?? transportFailure(error, called)
}

function errorInDetails(error: GrpcError): ServiceError | null {
  const [trailer] = error.metadata?.get(detailsTrailer) ?? []
  if (!Buffer.isBuffer(trailer)) return null
  const { message, details } = Status.decode(trailer)
  const unpacked = unpackDetails(details)
  // A newer upstream may send codes that this process does not know.
  if (!unpacked || !isErrorCode(unpacked.reason)) return null
  const { reason, ...rest } = unpacked
  return new ServiceError(reason, { ...rest, message, cause: error })
}

function transportFailure(error: GrpcError, { path, target }: Called): ServiceError {
  switch (error.code) {
    case status.UNAVAILABLE:
    // Without Gatehouse details CANCELLED comes from a server that stopped during the call, or from a caller that no longer waits.
    case status.CANCELLED:
      return unavailable(error)
    case status.DEADLINE_EXCEEDED:
      return new ServiceError('UPSTREAM_TIMEOUT', { cause: error })
    // The certificate of this process has expired, or is of another authority.
    case status.UNAUTHENTICATED:
      return new ServiceError('CALLER_NOT_ALLOWED', { cause: error })
    default: {
      const problem = error.code === status.UNIMPLEMENTED ? 'is not implemented by' : 'failed at'
      const cause = new Error(`${path} ${problem} ${target}`, { cause: error })
      return new ServiceError('INTERNAL_SERVER_ERROR', { cause })
    }
  }
}
