import type { VerifyStreamResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'

/** A response on VerifyStream with these fields; the others are empty. */
export function verifyReply(said: Partial<VerifyStreamResponse>): VerifyStreamResponse {
  return {
    results: [],
    pong: false,
    pongNumber: 0,
    revoked: [],
    revocationsMissed: false,
    deliveredUntilAge: undefined,
    ...said,
  }
}
