import type { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import type { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
import type { SessionContext } from './context.ts'
import { cancelHandoff } from './handoff/cancel.ts'
import { completeHandoff } from './handoff/complete.ts'
import { handoffInfo } from './handoff/info.ts'
import { initiateHandoff } from './handoff/initiate.ts'
import { handoffStatus } from './handoff/status.ts'
import { watchRevocations } from './revocations/watch-revocations.ts'
import { createSession } from './sessions/create-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { recordProof } from './sessions/record-proof.ts'
import { endAttempt, revokeAllSessions, revokeSessions, revokeToken } from './sessions/revoke-sessions.ts'
import { verify, verifyStream } from './sessions/verify.ts'

export function sessionsService(ctx: SessionContext): Handlers<typeof SessionsService> {
  return {
    create: (request, call) => createSession(ctx, request, call),
    endAttempt: (request, call) => endAttempt(ctx, request, call),
    verify: (request) => verify(ctx, request),
    verifyStream: (stream, call) => verifyStream(ctx, stream, call.log),
    list: (request) => listSessions(ctx, request),
    revoke: (request, call) => revokeSessions(ctx, request, call),
    revokeToken: (request, call) => revokeToken(ctx, request, call),
    revokeAll: (request, call) => revokeAllSessions(ctx, request, call),
    watchRevocations: (stream) => watchRevocations(ctx, stream),
    recordProof: (request) => recordProof(ctx, request),
  }
}

export function handoffsService(ctx: SessionContext): Handlers<typeof HandoffsService> {
  return {
    initiate: (request, call) => initiateHandoff(ctx, request, call),
    status: (request, call) => handoffStatus(ctx, request, call),
    info: (request, call) => handoffInfo(ctx, request, call),
    complete: (request, call) => completeHandoff(ctx, request, call),
    cancel: (request, call) => cancelHandoff(ctx, request, call),
  }
}
