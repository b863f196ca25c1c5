import type {
  DisableAccountRequest,
  DisableAccountResponse,
  EnableAccountRequest,
  EnableAccountResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Duration } from '@gatehouse/proto/gen/google/protobuf/duration'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { durationMs } from '@gatehouse/service-kit/time/duration'
import type { Account } from '../accounts/account.ts'
import { isSuspended } from '../accounts/account-status.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import type { EventDetail } from '../audit/build-event.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { accountRecord } from './account-record.ts'

const suspension = { minMs: 1000, maxMs: 100 * 365 * 86_400_000 }

/** Idempotent. If its sessions cannot be ended here, the sweeper ends them. */
export async function disableAccount(
  ctx: AuthContext,
  { id, duration }: DisableAccountRequest,
  call: Call,
): Promise<DisableAccountResponse> {
  const at = new Date(ctx.clock.now())
  const until = duration === undefined ? null : new Date(at.getTime() + suspensionMs(duration))
  const detail = { status: 'disabled', until: until?.toISOString() }
  const revocation = newPendingRevocation(at)
  const mail = await suspensionMail(ctx, await ctx.accounts.find(id), until)
  const account = await changeStatus(ctx, id, { detail, mail }, call, (transaction) =>
    ctx.accounts.suspend(id, { revocation, until }, transaction),
  )
  await settleRevocation(ctx, id, revocation, call)
  return { account: accountRecord(account, ctx.clock.now()) }
}

export async function enableAccount(
  ctx: AuthContext,
  { id }: EnableAccountRequest,
  call: Call,
): Promise<EnableAccountResponse> {
  const detail = { status: 'active' }
  const suspended = await ctx.accounts.find(id)
  const isLifted = suspended !== null && isSuspended(suspended, ctx.clock.now())
  const mail = isLifted
    ? await ctx.mails.prepare({ kind: 'account_enable', account: suspended, variables: {} })
    : null
  const account = await changeStatus(ctx, id, { detail, mail }, call, (transaction) =>
    ctx.accounts.liftSuspension(id, transaction),
  )
  return { account: accountRecord(account, ctx.clock.now()) }
}

/** A call that repeats the suspension sends no mail. */
async function suspensionMail(
  ctx: Pick<AuthContext, 'mails'>,
  account: Account | null,
  until: Date | null,
): Promise<MailDocument | null> {
  const isSame = account?.status === 'disabled' && account.disabledUntil?.getTime() === until?.getTime()
  if (isSame) return null
  const variables = { until: until?.toISOString() ?? null }
  return ctx.mails.prepare({ kind: 'account_suspension', account, variables })
}

function suspensionMs(duration: Duration): number {
  const ms = durationMs(duration)
  if (ms >= suspension.minMs && ms <= suspension.maxMs) return ms
  throw invalidFields({ duration: ['DURATION_OUT_OF_RANGE', { min: '1 s', max: '100 years' }] })
}

function changeStatus(
  ctx: Pick<AuthContext, 'audit' | 'inTransaction' | 'mails'>,
  accountId: string,
  { detail, mail }: { detail: EventDetail<'account.status'>; mail: MailDocument | null },
  call: Call,
  change: (transaction: StoreSession) => Promise<Account | null>,
): Promise<Account> {
  return ctx.inTransaction(async (transaction) => {
    const account = await change(transaction)
    if (account === null) throw new ServiceError('UNKNOWN_USER')
    await ctx.audit.emit(call, 'account.status', { accountId, detail }, transaction)
    await ctx.mails.add(mail, transaction)
    return account
  })
}
