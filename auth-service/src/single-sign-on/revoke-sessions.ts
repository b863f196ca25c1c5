import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { AuthContext } from '../context.ts'
import type { SessionRef } from './provider-sessions.ts'

/** Session-service revokes at most this many at once. */
const maxRevoked = 100

/** Returns the number of live sessions by account. Not cancelled with the call, because the provider does not repeat it. */
export async function revokeSessions(
  { sessions }: Pick<AuthContext, 'sessions'>,
  refs: SessionRef[],
  { requestId }: Pick<Call, 'requestId'>,
): Promise<Map<string, number>> {
  const revoked = new Map<string, number>()
  try {
    for (const [accountId, ofAccount] of Map.groupBy(refs, (ref) => ref.accountId)) {
      const idHashes = ofAccount.map(({ idHash }) => idHash)
      for (let start = 0; start < idHashes.length; start += maxRevoked) {
        const some = { accountId, idHashes: idHashes.slice(start, start + maxRevoked) }
        const { revoked: count } = await sessions.revoke(some, { requestId })
        revoked.set(accountId, (revoked.get(accountId) ?? 0) + count)
      }
    }
  } catch (cause) {
    throw unavailable(cause)
  }
  return revoked
}
