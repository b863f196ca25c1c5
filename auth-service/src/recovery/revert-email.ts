import type {
  GetEmailRevertRequest,
  GetEmailRevertResponse,
  RevertEmailRequest,
  RevertEmailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { emitRemoved } from '../account-changes/emit-removed.ts'
import { settlePasswordChange } from '../account-changes/settle-password-change.ts'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import type { PendingRevert } from '../accounts/email-change.ts'
import { secretDigest } from '../accounts/emailed-token.ts'
import { newPendingRevocation } from '../accounts/pending-revocation.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { requesterOf } from '../passwords/password-hash.ts'
import { signInOrIssueTicket } from '../sign-in/sign-in-or-issue-ticket.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'

type Revert = { account: Account; revert: PendingRevert }

/** The token stays valid if the password is rejected. */
export async function revertEmail(
  ctx: AuthContext,
  request: WithClient<RevertEmailRequest>,
  call: Call,
): Promise<RevertEmailResponse> {
  const { client, token, password } = request
  ctx.passwords.assertCapacity({ address: client.address, isKnown: false })
  const found = await revertable(ctx, token)
  const { account, revert } = found
  const names = { email: revert.email.address, username: account.username }
  rejectFields({ password: await newPasswordProblem(ctx, password, names) })

  const changed = await storeRevert(ctx, found, request, call)
  const signIn = { client, method: 'revert', inviteCode: undefined, deviceToken: undefined } as const
  return { outcome: await signInOrIssueTicket(ctx, changed, signIn, call) }
}

export async function getEmailRevert(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  { token }: GetEmailRevertRequest,
): Promise<GetEmailRevertResponse> {
  const { account, revert } = await revertable(ctx, token)
  return { email: revert.email.address, username: account.username }
}

async function revertable(
  { accounts, clock }: Pick<AuthContext, 'accounts' | 'clock'>,
  token: string,
): Promise<Revert> {
  const digest = secretDigest(token)
  const now = clock.now()
  const found = digest && (await accounts.findByRevertToken(digest, new Date(now)))
  if (!found) throw invalidToken()
  assertMaySignIn(found.account, now)
  return found
}

/** Both addresses get a mail: the change may have been right, and the old mailbox in the wrong hands. */
async function storeRevert(
  ctx: AuthContext,
  { account, revert: { digest, email, wasVerified = true } }: Revert,
  { client, password }: WithClient<RevertEmailRequest>,
  call: Call,
): Promise<Account> {
  const hash = await ctx.passwords.hash(password, requesterOf(client, call))
  const revocation = newPendingRevocation(new Date(ctx.clock.now()))
  const mail = (to: string | null) =>
    ctx.mails.prepare({
      kind: 'email_revert',
      account: { ...account, email: to },
      client,
      variables: { ...ctx.mails.causeOf(client), isFirstProof: !wasVerified },
    })
  const mails = [await mail(email.address), await mail(account.email)]
  const changed = await ctx.inTransaction(async (transaction) => {
    const after = await ctx.accounts.revertEmail(digest, { hash, revocation }, transaction)
    if (after === null) throw invalidToken()
    await ctx.authorizedAddresses.removeOf(account.id, transaction)
    await ctx.authorizedAddresses.add(account.id, client.address, transaction)
    const about = { accountId: account.id, client }
    await ctx.audit.emit(call, 'account.email_revert', about, transaction)
    if (!wasVerified) await ctx.audit.emit(call, 'account.verification', about, transaction)
    await emitRemoved(ctx, { before: account, after, by: 'revert', client }, call, transaction)
    for (const each of mails) await ctx.mails.add(each, transaction)
    return after
  })
  await Promise.all([
    settlePasswordChange(ctx, changed, revocation, call),
    ctx.throttle.attempts.clearAll(accountAttemptKey(account)),
  ])
  return changed
}

function invalidToken(): ServiceError {
  return invalidFields({ token: 'INVALID_OR_EXPIRED_REVERT_TOKEN' })
}
