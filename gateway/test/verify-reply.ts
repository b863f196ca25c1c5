import type { VerifyStreamResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'

/** A message of session-service on the stream of verifications, with nothing but what is given. */
export function verifyReply(said: Partial<VerifyStreamResponse>): VerifyStreamResponse {
  return {
    ...{ results: [], pong: false, pongNumber: 0, revoked: [], revocationsMissed: false },
    deliveredUntilMsAgo: undefined,
    ...said,
  }
}
