import { errors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import { Status } from '@gatehouse/proto/gen/google/rpc/status'
import { type ServiceError as GrpcError, Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { packDetails, unpackDetails } from './grpc-details.ts'
import { isErrorCode } from './known-codes.ts'
import { ServiceError, unavailable } from './service-error.ts'

/** The trailer that carries google.rpc.Status by convention of all gRPC implementations. */
const detailsTrailer = 'grpc-status-details-bin'

/** A refusal as gRPC carries it, with google.rpc details. Anything but a ServiceError becomes INTERNAL_SERVER_ERROR without its message. */
export function toGrpcStatus(error: unknown): StatusObject {
  const refusal = error instanceof ServiceError ? error : new ServiceError('INTERNAL_SERVER_ERROR')
  const code = kinds[errors[refusal.code].kind].grpc
  // grpc-js percent-encodes this text with encodeURI, which throws on a lone surrogate.
  const message = refusal.message.toWellFormed()
  const metadata = new Metadata()
  metadata.set(
    detailsTrailer,
    Buffer.from(Status.encode({ code, message, details: packDetails(refusal) }).finish()),
  )
  return { code, details: message, metadata }
}

/**
 * The refusal a neighbour sent, with the gRPC error as `cause`. Without details of ours it tells how the call failed: a
 * neighbour that is away or ended the call is SERVICE_UNAVAILABLE, a passed deadline UPSTREAM_TIMEOUT, else it is a bug.
 */
export function fromGrpcStatus(error: GrpcError): ServiceError {
  return refusalIn(error) ?? transportFailure(error)
}

function refusalIn(error: GrpcError): ServiceError | null {
  const [trailer] = error.metadata?.get(detailsTrailer) ?? []
  if (!Buffer.isBuffer(trailer)) return null
  const { message, details } = Status.decode(trailer)
  const refusal = unpackDetails(details)
  // A newer neighbour may know codes that we do not.
  if (!refusal || !isErrorCode(refusal.reason)) return null
  const { reason, ...rest } = refusal
  return new ServiceError(reason, { ...rest, message, cause: error })
}

function transportFailure(error: GrpcError): ServiceError {
  switch (error.code) {
    case status.UNAVAILABLE:
    // Without our details CANCELLED is a server that was ended in the middle of the call.
    case status.CANCELLED:
      return unavailable(error)
    case status.DEADLINE_EXCEEDED:
      return new ServiceError('UPSTREAM_TIMEOUT', { cause: error })
    default:
      return new ServiceError('INTERNAL_SERVER_ERROR', { cause: error })
  }
}
