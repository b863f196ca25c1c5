import type { HandoffsServer } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import type { SessionsServer } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { handle, handleDuplex } from '@gatehouse/service-kit/grpc/handle'
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
import { revokeAllSessions, revokeSessions, revokeToken } from './sessions/revoke-sessions.ts'
import { verifySession } from './sessions/verify-session.ts'
import { verifyStream } from './sessions/verify-stream.ts'

export function sessionsService(ctx: SessionContext) {
  return {
    create: handle((request, call) => createSession(ctx, request, call)),
    verify: handle((request) => verifySession(ctx, request)),
    verifyStream: handleDuplex((stream, call) => verifyStream(ctx, stream, call.log)),
    list: handle((request) => listSessions(ctx, request)),
    revoke: handle((request, call) => revokeSessions(ctx, request, call)),
    revokeToken: handle((request, call) => revokeToken(ctx, request, call)),
    revokeAll: handle((request, call) => revokeAllSessions(ctx, request, call)),
    watchRevocations: handleDuplex((stream) => watchRevocations(ctx, stream)),
    recordProof: handle((request) => recordProof(ctx, request)),
  } satisfies SessionsServer
}

export function handoffsService(ctx: SessionContext) {
  return {
    initiate: handle((request, call) => initiateHandoff(ctx, request, call)),
    status: handle((request, call) => handoffStatus(ctx, request, call)),
    info: handle((request, call) => handoffInfo(ctx, request, call)),
    complete: handle((request, call) => completeHandoff(ctx, request, call)),
    cancel: handle((request, call) => cancelHandoff(ctx, request, call)),
  } satisfies HandoffsServer
}
