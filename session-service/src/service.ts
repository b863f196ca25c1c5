import type { SessionsServer } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { handle, handleDuplex, handleServerStream } from '@gatehouse/service-kit/grpc/handle'
import type { SessionContext } from './context.ts'
import { watchRevocations } from './revocations/watch-revocations.ts'
import { createSession } from './sessions/create-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { recordProof } from './sessions/record-proof.ts'
import { revokeAllSessions, revokeSessions, revokeToken } from './sessions/revoke-sessions.ts'
import { verifySession } from './sessions/verify-session.ts'
import { verifyStream } from './sessions/verify-stream.ts'

/** The rpcs of sessions.v1.Sessions, one line each. */
export function sessionsService(ctx: SessionContext) {
  return {
    create: handle((request) => createSession(ctx, request)),
    verify: handle((request) => verifySession(ctx, request)),
    verifyStream: handleDuplex((stream, call) => verifyStream(ctx, stream, call.log)),
    list: handle((request) => listSessions(ctx, request)),
    revoke: handle((request) => revokeSessions(ctx, request)),
    revokeToken: handle((request) => revokeToken(ctx, request)),
    revokeAll: handle((request) => revokeAllSessions(ctx, request)),
    watchRevocations: handleServerStream((_request, feed) => watchRevocations(ctx, feed)),
    recordProof: handle((request) => recordProof(ctx, request)),
  } satisfies SessionsServer
}
