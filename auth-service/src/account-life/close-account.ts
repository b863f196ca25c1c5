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
import { type DomainEvent, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { mailCause } from '../mails/mail-cause.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { prepareMail } from '../mails/prepare-mail.ts'
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
  const { accountId = '', sessionIdHash } = request.actor ?? {}
  const revocation = newPendingRevocation(new Date(ctx.clock.now()))
  const mail = await mailOf(ctx, request, deletionDueAt)
  await ctx.inTransaction(async (transaction) => {
    if (request.actor) await assertStillSignedIn(ctx, request.actor, call, transaction)
    const isClosed = await ctx.accounts.close(accountId, { revocation, deletionDueAt }, transaction)
    if (!isClosed) throw new ServiceError('UNAUTHORIZED')
    const event = { outcome: 'ok', accountId, client: request.client, sessionIdHash } as const
    await emitEvent(ctx, call, { ...event, ...typeOf(deletionDueAt) }, transaction)
    await ctx.mails.add(mail, transaction)
  })
  await settleRevocation(ctx, accountId, revocation, call)
}

async function mailOf(
  ctx: AuthContext,
  { actor, client }: DisableMeRequest,
  deletionDueAt: Date | null,
): Promise<MailDocument | null> {
  const account = await ctx.accounts.find(actor?.accountId ?? '')
  const cause = mailCause(ctx, client)
  if (deletionDueAt === null)
    return prepareMail(ctx, { kind: 'account_disable', account, client, variables: cause })
  const variables = { ...cause, due: deletionDueAt.toISOString() }
  return prepareMail(ctx, { kind: 'account_delete', account, client, variables })
}

function typeOf(deletionDueAt: Date | null): Pick<DomainEvent, 'type' | 'detail'> {
  return deletionDueAt === null
    ? { type: 'account.disable' }
    : { type: 'account.delete', detail: { due: deletionDueAt.toISOString() } }
}
