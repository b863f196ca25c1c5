import type {
  DeleteMeRequest,
  DeleteMeResponse,
  DisableMeRequest,
  DisableMeResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { assertStillSignedIn } from '../accounts/assert-still-signed-in.ts'
import { settleRevocation } from '../accounts/end-sessions.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { assertStepUp } from '../step-up/assert-step-up.ts'

const deletionGraceMs = 14 * 86_400_000

export async function disableMe(
  ctx: AuthContext,
  request: WithClient<DisableMeRequest>,
  call: Call,
): Promise<DisableMeResponse> {
  await close(ctx, request, null, call)
  return {}
}

export async function deleteMe(
  ctx: AuthContext,
  request: WithClient<DeleteMeRequest>,
  call: Call,
): Promise<DeleteMeResponse> {
  await close(ctx, request, new Date(ctx.clock.now() + deletionGraceMs), call)
  return {}
}

/** Closes before ending the sessions, so that no new one is created in between. */
async function close(
  ctx: AuthContext,
  request: WithClient<DisableMeRequest>,
  deletionDueAt: Date | null,
  call: Call,
): Promise<void> {
  await assertStepUp(ctx, request, call)
  const { actor, client } = request
  const { accountId = '' } = actor ?? {}
  const revocation = newPendingRevocation(new Date(ctx.clock.now()))
  const mail = await mailOf(ctx, request, deletionDueAt)
  await ctx.inTransaction(async (transaction) => {
    if (actor) await assertStillSignedIn(ctx, actor, call, transaction)
    const isClosed = await ctx.accounts.close(accountId, { revocation, deletionDueAt }, transaction)
    if (!isClosed) throw new ServiceError('UNAUTHORIZED')
    const about = { accountId, client, actor }
    if (deletionDueAt === null) await ctx.audit.emit(call, 'account.disable', about, transaction)
    else {
      const detail = { due: deletionDueAt.toISOString() }
      await ctx.audit.emit(call, 'account.delete', { ...about, detail }, transaction)
    }
    await ctx.mails.add(mail, transaction)
  })
  await settleRevocation(ctx, accountId, revocation, call)
}

async function mailOf(
  ctx: Pick<AuthContext, 'accounts' | 'mails'>,
  { actor, client }: DisableMeRequest,
  deletionDueAt: Date | null,
): Promise<MailDocument | null> {
  const account = await ctx.accounts.find(actor?.accountId ?? '')
  const cause = ctx.mails.causeOf(client)
  if (deletionDueAt === null)
    return ctx.mails.prepare({ kind: 'account_disable', account, client, variables: cause })
  const variables = { ...cause, due: deletionDueAt.toISOString() }
  return ctx.mails.prepare({ kind: 'account_delete', account, client, variables })
}
