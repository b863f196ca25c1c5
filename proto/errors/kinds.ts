import { status } from '@grpc/grpc-js'

/** The ways to fail, each with its gRPC and HTTP status: the only pairing in the house. */
export const kinds = {
  /** The request is wrong as it stands; sending it again changes nothing. */
  invalid: { grpc: status.INVALID_ARGUMENT, http: 400 },
  /** Nobody is signed in, or not as claimed. */
  unauthenticated: { grpc: status.UNAUTHENTICATED, http: 401 },
  /** Known, and not allowed. */
  forbidden: { grpc: status.PERMISSION_DENIED, http: 403 },
  /** There is no such thing, or none that the caller may know of. */
  notFound: { grpc: status.NOT_FOUND, http: 404 },
  /** The path exists, the method does not. */
  methodNotAllowed: { grpc: status.UNIMPLEMENTED, http: 405 },
  /** The sender was too slow. */
  requestTimeout: { grpc: status.CANCELLED, http: 408 },
  /** It was there, and takes nothing any more. */
  gone: { grpc: status.FAILED_PRECONDITION, http: 410 },
  /** More bytes than the route takes. */
  tooLarge: { grpc: status.OUT_OF_RANGE, http: 413 },
  /** A request line and headers larger than any real client sends. */
  headersTooLarge: { grpc: status.OUT_OF_RANGE, http: 431 },
  /** An `Expect` header other than 100-continue. */
  expectationFailed: { grpc: status.INVALID_ARGUMENT, http: 417 },
  /** A content type or encoding nobody reads here. */
  unsupportedMedia: { grpc: status.INVALID_ARGUMENT, http: 415 },
  /** Too many, too fast. */
  tooMany: { grpc: status.RESOURCE_EXHAUSTED, http: 429 },
  /** Our mistake. */
  internal: { grpc: status.INTERNAL, http: 500 },
  /** A part of the house is away or full; try again soon. */
  unavailable: { grpc: status.UNAVAILABLE, http: 503 },
  /** A part of the house did not answer in time. */
  timeout: { grpc: status.DEADLINE_EXCEEDED, http: 504 },
} as const

export type Kind = keyof typeof kinds
