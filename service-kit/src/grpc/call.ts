import type { EventEmitter } from 'node:events'
import type { ServerUnaryCall } from '@grpc/grpc-js'
import { isAttemptId } from '../ids/attempt-id.ts'
import { requestIdOf } from '../ids/request-id.ts'
import type { Logger } from '../process/log.ts'

export type Call = {
  requestId: string
  /** The sign-in attempt of the caller, if it has one: what it creates ends with Sessions.EndAttempt. */
  attemptId?: string | undefined
  /** Aborts when the caller disconnects or its deadline has passed. */
  readonly signal: AbortSignal
  readonly log: Logger
}

export type GrpcCall = EventEmitter &
  Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'cancelled' | 'getPath'>

export const requestIdKey = 'x-request-id'
export const attemptIdKey = 'x-attempt-id'

/** Logger and signal are created on first use: most calls need neither. */
export function openCall(grpcCall: GrpcCall, serverLog: Logger): Call {
  const requestId = requestIdOf(grpcCall.metadata.get(requestIdKey)[0])
  const [attemptId] = grpcCall.metadata.get(attemptIdKey)
  let log: Logger | undefined
  let signal: AbortSignal | undefined
  return {
    requestId,
    attemptId: isAttemptId(attemptId) ? attemptId : undefined,
    get log() {
      log ??= serverLog.child({ request_id: requestId, rpc: grpcCall.getPath() })
      return log
    },
    get signal() {
      signal ??= cancellation(grpcCall)
      return signal
    },
  }
}

function cancellation(grpcCall: GrpcCall): AbortSignal {
  if (grpcCall.cancelled) return AbortSignal.abort()
  const controller = new AbortController()
  grpcCall.once('cancelled', () => controller.abort())
  return controller.signal
}
