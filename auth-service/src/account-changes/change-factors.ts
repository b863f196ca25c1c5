import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { Account } from '../accounts/account.ts'
import { assertStillSignedIn } from '../accounts/assert-still-signed-in.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import { newPendingRevocation, type PendingRevocation } from '../accounts/pending-revocation.ts'
import type { EventOfType } from '../audit/build-event.ts'
import type { AuthContext } from '../context.ts'

type FactorMail =
  | { kind: 'passkey_added'; variables: { name: string } }
  | { kind: 'passkey_removed'; variables: { name: string; wasRequired: boolean } }
  | { kind: 'passkey_required' | 'passkey_not_required'; variables: Record<never, never> }
  | { kind: 'phone_set' | 'phone_removed' | 'sms_enabled'; variables: { hint: string } }
  | { kind: 'totp_enabled' | 'backup_codes_replaced' | 'sms_disabled'; variables: Record<never, never> }
  | {
      kind: 'sso_connected' | 'sso_disconnected'
      variables: { provider: string | null; by: 'owner' | 'operator' }
    }
  | { kind: 'totp_disabled'; variables: { by: 'owner' | 'operator' } }

type FactorChange = {
  /** Null for an operator. */
  request: { actor?: Actor | undefined; client: Client; endOtherSessions?: boolean | undefined } | null
  mail: FactorMail
  event: EventOfType
  change(revocation: PendingRevocation | null, transaction: StoreSession): Promise<void>
}

/** Stores the change with its event and mail, and ends the other sessions if requested. */
export async function changeFactors(
  ctx: AuthContext,
  account: Account,
  { request, mail: { kind, variables: own }, event, change }: FactorChange,
  call: Call,
): Promise<void> {
  const { client, actor, endOtherSessions = false } = request ?? {}
  const revocation = endOtherSessions
    ? newPendingRevocation(new Date(ctx.clock.now()), actor?.sessionIdHash)
    : null
  const variables = { ...ctx.mails.causeOf(client), by: 'owner' as const, ...own }
  const mail = await ctx.mails.prepare({ kind, account, client, variables })
  await ctx.inTransaction(async (transaction) => {
    if (actor) await assertStillSignedIn(ctx, actor, call, transaction)
    await change(revocation, transaction)
    const about = { accountId: account.id, client, actor, detail: event.detail ?? {} }
    await ctx.audit.emit(call, event.type, about, transaction)
    await ctx.mails.add(mail, transaction)
  })
  if (revocation) await settleRevocation(ctx, account.id, revocation, call)
}
