import type {
  CompleteLoginWithTotpRequest,
  CompleteLoginWithTotpResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import type { CodeAttempt } from '../factors/code-attempts.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'
import { type CodeAttemptContext, refundOnFailure, takeCodeAttempt } from '../factors/take-code-attempt.ts'
import { type CodeMethod, matchCode, type UseCodeContext } from '../factors/use-code.ts'
import { mailCause } from '../mails/mail-cause.ts'
import { prepareMail } from '../mails/prepare-mail.ts'
import { completeSignIn, type SignInContext } from '../sign-in/complete-sign-in.ts'

type Context = CodeAttemptContext & UseCodeContext & SignInContext & Pick<AuthContext, 'factors'>
type Request = WithClient<CompleteLoginWithTotpRequest>

export async function completeLoginWithTotp(
  ctx: Context,
  request: Request,
  call: Call,
): Promise<CompleteLoginWithTotpResponse> {
  const { client, deviceToken } = request
  const attempt = await takeTicket(ctx, request, call)
  const login = ctx.factors.tickets.parse(attempt.login)
  const { account, factor } = await refundOnFailure(attempt, async () => {
    const account = await signingIn(ctx, attempt, login)
    return { account, factor: await useCode(ctx, account, { attempt, request }, call) }
  })
  if (factor === null) {
    await reportWrongCode(ctx, account, { login, attempt, request }, call)
    throw invalidFields({ code: 'INVALID_CODE' })
  }
  await attempt.settle()
  const { method, inviteCode } = login
  const signedIn = await completeSignIn(
    ctx,
    account,
    { client, method, factor, inviteCode, deviceToken },
    call,
  )
  return { signedIn }
}

async function takeTicket(ctx: Context, { ticket, client }: Request, call: Call): Promise<CodeAttempt> {
  const known = ctx.factors.tickets.read(ticket)
  const attempt =
    known && (await takeCodeAttempt(ctx, known.accountId, { ticketKey: known.ticketKey, client }, call))
  if (!attempt) throw deadTicket()
  return attempt
}

async function signingIn(
  ctx: Context,
  { accountId }: CodeAttempt,
  { passwordChangedAt }: PendingLogin,
): Promise<Account> {
  const account = await ctx.accounts.find(accountId)
  if (account === null || (account.passwordChangedAt?.getTime() ?? null) !== passwordChangedAt)
    throw deadTicket()
  assertMaySignIn(account, ctx.clock.now())
  if (!account.factors.totp) throw invalidFields({ code: 'TOTP_NOT_ENABLED' })
  return account
}

/** Null for a wrong or used code. */
async function useCode(
  ctx: Context,
  account: Account,
  { attempt, request }: { attempt: CodeAttempt; request: Request },
  call: Call,
): Promise<CodeMethod | null> {
  const matched = matchCode(ctx, account, request, call)
  if (!matched) return null
  if (!(await attempt.claimTicket())) throw deadTicket()
  if (await matched.use()) return matched.method
  await attempt.releaseTicket()
  return null
}

/** Somebody knows the password, so the owner gets a mail once per window. */
async function reportWrongCode(
  ctx: Context,
  account: Account,
  {
    login: { method },
    attempt: { isSuspicious },
    request: { client },
  }: { login: PendingLogin; attempt: CodeAttempt; request: Request },
  call: Call,
): Promise<void> {
  const detail = { method, factor: 'totp', reason: 'second_factor' }
  const event = { type: 'account.sign_in', outcome: 'failed', accountId: account.id } as const
  await emitEvent(ctx, call, { ...event, client, detail })
  if (isSuspicious && (await ctx.factors.attempts.takeWarning(account.id)))
    await warnOwner(ctx, account, client)
}

async function warnOwner(ctx: Context, account: Account, client: Client): Promise<void> {
  try {
    const variables = mailCause(ctx, client)
    await ctx.mails.add(
      await prepareMail(ctx, { kind: 'second_factor_failures', account, client, variables }),
    )
  } catch (error) {
    await ctx.factors.attempts.returnWarning(account.id)
    throw error
  }
}

function deadTicket(): ServiceError {
  return invalidFields({ ticket: 'SESSION_TIMEOUT' })
}
