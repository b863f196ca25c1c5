import { randomUUID } from 'node:crypto'
import type { CreateRequest, CreateResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { backgroundDeadlineMs } from '@gatehouse/service-kit/process/background-calls'
import type { AuthContext } from '../context.ts'
import { sessionOrphaned } from '../log-events.ts'

export type Ending<Result> = {
  finish: (created: CreateResponse) => Promise<Result>
  /** A session was made, and ends; `created` is null if that had no response. */
  onUndelivered?: (error: unknown, created: CreateResponse | null) => void
}

/**
 * Creates a session, and with `finish` the response that has its token. If one of them fails, nobody gets the token, and the
 * session ends. A creation without a response may have succeeded, so its attempt ends; after a failure of `finish`, which a repeated
 * registration continues, the attempt goes on.
 */
export async function newSession<Result>(
  { background, sessions }: Pick<AuthContext, 'background' | 'sessions'>,
  creation: CreateRequest,
  call: Call,
  { finish, onUndelivered }: Ending<Result>,
): Promise<Result> {
  const { requestId, signal, attemptId = randomUUID() } = call
  const options = { requestId, deadlineMs: backgroundDeadlineMs }
  const onFailure = (error: unknown) => sessionOrphaned(call, creation.accountId, error)
  const created = await sessions.create(creation, { requestId, signal, attemptId }).catch((error) => {
    const end = async () => {
      const { revoked } = await sessions.endAttempt({ attemptId }, options)
      if (revoked > 0) onUndelivered?.(error, null)
    }
    void background.run(end, onFailure)
    throw error
  })
  try {
    return await finish(created)
  } catch (error) {
    onUndelivered?.(error, created)
    await background.run(() => sessions.revokeToken({ token: created.token }, options), onFailure)
    throw error
  }
}
