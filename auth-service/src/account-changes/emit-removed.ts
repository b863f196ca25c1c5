import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Account } from '../accounts/account.ts'
import type { EventOfType } from '../audit/build-event.ts'
import type { AuthContext } from '../context.ts'

type Removal = { before: Account; after: Account; by: 'reset' | 'revert' | 'sso'; client: Client }

/** One event for each thing that the proof of a mailbox, or a link to the identity provider, removed from an account. */
export async function emitRemoved(
  ctx: Pick<AuthContext, 'audit'>,
  { before, after, by, client }: Removal,
  call: Pick<Call, 'requestId'>,
  transaction: StoreSession,
): Promise<void> {
  const removed = { change: 'removed', by }
  const emit = ({ type, detail = {} }: EventOfType) =>
    ctx.audit.emit(call, type, { accountId: after.id, client, detail }, transaction)
  if (before.sso && !after.sso) await emit({ type: 'account.sso', detail: { change: 'unlinked' } })
  if (before.passwordHash && !after.passwordHash)
    await emit({ type: 'account.password_change', detail: { by } })
  for (const factor of removedFactors(before, after))
    await emit({ type: 'account.second_factor', detail: { factor, ...removed } })
  if (before.phone && !after.phone) await emit({ type: 'account.phone', detail: removed })
  if (before.administrator && !after.administrator)
    await emit({ type: 'account.role', detail: { role: 'none' } })
}

function removedFactors({ factors: before }: Account, { factors: after }: Account): string[] {
  const app = before.totp && !after.totp ? ['totp'] : []
  const sms = before.sms && !after.sms ? ['sms'] : []
  const kept = (after.passkeys ?? []).map(({ id }) => id)
  return [
    ...app,
    ...sms,
    ...(before.passkeys ?? []).filter(({ id }) => !kept.includes(id)).map(() => 'webauthn'),
  ]
}
