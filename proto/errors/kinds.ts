import { status } from '@grpc/grpc-js'

/** The kinds of errors, each with its gRPC and HTTP status. */
export const kinds = {
  invalid: { grpc: status.INVALID_ARGUMENT, http: 400 },
  /** The value belongs to another resource. */
  taken: { grpc: status.ALREADY_EXISTS, http: 400 },
  /** A maximum number of resources. */
  quota: { grpc: status.RESOURCE_EXHAUSTED, http: 400 },
  unauthenticated: { grpc: status.UNAUTHENTICATED, http: 401 },
  forbidden: { grpc: status.PERMISSION_DENIED, http: 403 },
  /** Also for resources that the caller must not know of. */
  notFound: { grpc: status.NOT_FOUND, http: 404 },
  methodNotAllowed: { grpc: status.UNIMPLEMENTED, http: 405 },
  requestTimeout: { grpc: status.CANCELLED, http: 408 },
  gone: { grpc: status.FAILED_PRECONDITION, http: 410 },
  tooLarge: { grpc: status.RESOURCE_EXHAUSTED, http: 413 },
  unsupportedMedia: { grpc: status.INVALID_ARGUMENT, http: 415 },
  expectationFailed: { grpc: status.INVALID_ARGUMENT, http: 417 },
  unprocessable: { grpc: status.FAILED_PRECONDITION, http: 422 },
  tooMany: { grpc: status.RESOURCE_EXHAUSTED, http: 429 },
  headersTooLarge: { grpc: status.RESOURCE_EXHAUSTED, http: 431 },
  internal: { grpc: status.INTERNAL, http: 500 },
  unavailable: { grpc: status.UNAVAILABLE, http: 503 },
  timeout: { grpc: status.DEADLINE_EXCEEDED, http: 504 },
} as const

export type Kind = keyof typeof kinds
