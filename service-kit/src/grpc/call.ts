import { randomUUID } from 'node:crypto'
import type { Metadata } from '@grpc/grpc-js'
import { createLogger, type Logger } from '../process/log.ts'

/** What a verb knows of its call beside the request. */
export type Call = {
  /** The caller's request id, or a fresh one. */
  requestId: string
  /** Aborts when the caller is gone or its deadline has passed. */
  readonly signal: AbortSignal
  /** Carries request id and method. */
  log: Logger
  /** Address of the calling process, `host:port`. */
  peer: string
}

/** What a server tells its calls. */
export type ServerScope = { log: Logger; draining: AbortSignal }

type GrpcCall = {
  metadata: Metadata
  cancelled: boolean
  getPath(): string
  getPeer(): string
  once(event: 'cancelled', listener: () => void): unknown
}

/** The metadata key under which the request id travels (contract.md 1, "Request id"). */
export const requestIdKey = 'x-request-id'

// grpc-js hands a handler nothing but its call, so the server's scope is looked up by it.
const scopes = new WeakMap<object, ServerScope>()
const noScope: ServerScope = {
  log: createLogger({ name: 'unserved', level: 'silent' }),
  draining: new AbortController().signal,
}

/** Ties a call to the server that received it. */
export function enterScope(grpcCall: object, scope: ServerScope): void {
  scopes.set(grpcCall, scope)
}

/** The scope of the server that received a call. */
export function scopeOf(grpcCall: object): ServerScope {
  return scopes.get(grpcCall) ?? noScope
}

/** Describes a grpc-js call to a verb. Logger and signal are made when first asked for: most calls need neither. */
export function openCall(grpcCall: GrpcCall): Call {
  const requestId = requestIdOf(grpcCall.metadata)
  let log: Logger | null = null
  let signal: AbortSignal | null = null
  return {
    requestId,
    peer: grpcCall.getPeer(),
    get log() {
      log ??= scopeOf(grpcCall).log.child({ request_id: requestId, rpc: grpcCall.getPath() })
      return log
    },
    get signal() {
      signal ??= cancellation(grpcCall)
      return signal
    },
  }
}

function requestIdOf(metadata: Metadata): string {
  const [sent] = metadata.get(requestIdKey)
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

function cancellation(grpcCall: GrpcCall): AbortSignal {
  if (grpcCall.cancelled) return AbortSignal.abort()
  const controller = new AbortController()
  grpcCall.once('cancelled', () => controller.abort())
  return controller.signal
}
