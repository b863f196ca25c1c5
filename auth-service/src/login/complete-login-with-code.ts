import type {
  CompleteLoginWithSmsRequest,
  CompleteLoginWithSmsResponse,
  CompleteLoginWithTotpRequest,
  CompleteLoginWithTotpResponse,
  SignedIn,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { hasUsableBackupCodes } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import type { TicketAttempt } from '../factors/code-attempts.ts'
import { type CodeMethod, hasCodeForm, type Match, matchCode, matchTotpCode } from '../factors/match-code.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'
import { completeSignIn, type ProvedAccount, signInOpenAccount } from '../sign-in/complete-sign-in.ts'
import { assertContinues, deadTicket } from '../sign-in/open-ticket.ts'
import { matchSmsCode, readSmsCode } from '../sms/match-sms-code.ts'
import { refundOnError } from '../throttle/counted-attempt.ts'
import { reportWrongCode } from './report-wrong-code.ts'
import { smsFactorPhone } from './request-sms.ts'

type Request = WithClient<CompleteLoginWithTotpRequest>
type TakenTicket = { attempt: TicketAttempt; ticketKey: string }

type CodeFactor = {
  name: 'totp' | 'sms'
  /** Throws if the account does not have this factor. */
  match(account: Account, ticketKey: string): Promise<Match>
  /**
   * Checks the code with the data of the ticket and uses it. Null if these do not suffice or the code is wrong: then the account is
   * read, and `match` decides.
   */
  proveByTicket?(attempt: TicketAttempt, pending: PendingLogin): Promise<ProvedAccount | null>
}

export async function completeLoginWithTotp(
  ctx: AuthContext,
  request: Request,
  call: Call,
): Promise<CompleteLoginWithTotpResponse> {
  if (!hasCodeForm(request.code)) throw await malformedCode(ctx, request)
  const match = async (account: Account) => {
    if (!account.factors.totp && !hasUsableBackupCodes(account))
      throw invalidFields({ code: 'TOTP_NOT_ENABLED' })
    return matchCode(ctx, account, request, call)
  }
  const proveByTicket: CodeFactor['proveByTicket'] = (attempt, pending) =>
    proveTotpByTicket(ctx, attempt, pending, request.code)
  return { signedIn: await completeLogin(ctx, { name: 'totp', match, proveByTicket }, request, call) }
}

export async function completeLoginWithSms(
  ctx: AuthContext,
  request: WithClient<CompleteLoginWithSmsRequest>,
  call: Call,
): Promise<CompleteLoginWithSmsResponse> {
  if (readSmsCode(request.code) === null) throw await malformedCode(ctx, request)
  const match = async (account: Account, ticketKey: string) => {
    const purpose = { for: 'sign_in', ticketKey } as const
    const addressee = { accountId: account.id, phone: smsFactorPhone(account), purpose }
    return matchSmsCode(ctx, addressee, request.code, call)
  }
  return { signedIn: await completeLogin(ctx, { name: 'sms', match }, request, call) }
}

/**
 * A failure while the session is created does not make code and ticket valid again: somebody who saw the code could use it.
 * The client starts again.
 */
async function completeLogin(
  ctx: AuthContext,
  { name, match, proveByTicket }: CodeFactor,
  request: Request,
  call: Call,
): Promise<SignedIn> {
  const { client, deviceToken } = request
  const { attempt, ticketKey } = await takeTicket(ctx, request, call)
  const pending = ctx.factors.tickets.parse(attempt.pendingJson)
  const { method, inviteCode, sso } = pending
  const signIn = { client, method, inviteCode, deviceToken, sso }
  const proved = await refundOnError(attempt, async () => (await proveByTicket?.(attempt, pending)) ?? null)
  if (proved) return signInOpenAccount(ctx, proved, { ...signIn, factor: name }, call)

  const { account, factor } = await refundOnError(attempt, async () => {
    const account = await signingIn(ctx, attempt, pending)
    return { account, factor: await claimAndUse(await match(account, ticketKey), attempt) }
  })
  if (factor === 'used') {
    await attempt.refund()
    const detail = { method, factor: name, reason: 'code_used' }
    await ctx.audit.emit(call, 'account.sign_in', { accountId: account.id, client, failed: true, detail })
    throw invalidFields({ code: 'CODE_ALREADY_USED' })
  }
  if (factor === null) {
    await reportWrongCode(ctx, account, { factor: name, pending, attempt, client }, call)
    throw wrongCode()
  }
  return completeSignIn(ctx, account, { ...signIn, factor }, call)
}

/** A text that can be no code is no failed attempt. */
async function malformedCode(
  { factors: { tickets } }: Pick<AuthContext, 'factors'>,
  { ticket }: Request,
): Promise<ServiceError> {
  const known = tickets.read(ticket)
  const isLive = known !== null && (await tickets.open(known.ticketKey)) !== null
  return isLive ? wrongCode() : deadTicket()
}

function wrongCode(): ServiceError {
  return invalidFields({ code: 'INVALID_CODE' })
}

async function takeTicket(
  ctx: Pick<AuthContext, 'factors'>,
  { ticket, client }: Request,
  call: Call,
): Promise<TakenTicket> {
  const known = ctx.factors.tickets.read(ticket)
  if (!known) throw deadTicket()
  const attempt = await ctx.factors.attempts.takeForTicket({ ...known, client }, call)
  if (!attempt) throw deadTicket()
  return { attempt, ticketKey: known.ticketKey }
}

async function signingIn(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  { accountId }: TicketAttempt,
  pending: PendingLogin,
): Promise<Account> {
  const account = await ctx.accounts.find(accountId)
  if (account === null) throw deadTicket()
  assertContinues(account, pending, ctx.clock.now())
  return account
}

/** Null also if the account changed after the ticket was issued. */
async function proveTotpByTicket(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'factors'>,
  attempt: TicketAttempt,
  { totp, passwordChangedAt, signInsEndedAt }: PendingLogin,
  code: string,
): Promise<ProvedAccount | null> {
  const { accountId } = attempt
  const matched = matchTicketCode(ctx, accountId, totp, code)
  if (matched === null || matched === 'used') return null
  const proved = {
    id: accountId,
    passwordChangedAt: passwordChangedAt === null ? null : new Date(passwordChangedAt),
    signInsEndedAt: signInsEndedAt === undefined ? null : new Date(signInsEndedAt),
  }
  const use = () => ctx.accounts.markTotpStepOfOpenUsed(proved, matched)
  return (await claimAndUse({ method: 'totp', use }, attempt)) === 'totp' ? proved : null
}

function matchTicketCode(
  ctx: Pick<AuthContext, 'clock' | 'factors'>,
  accountId: string,
  totp: PendingLogin['totp'],
  code: string,
) {
  try {
    return totp ? matchTotpCode(ctx, accountId, { ...totp, enabledAt: new Date(totp.enabledAt) }, code) : null
  } catch {
    // The key that encrypted the secret of the ticket may be removed. The account has the secret under a newer key.
    return null
  }
}

/** Null for a wrong code. */
async function claimAndUse(matched: Match, attempt: TicketAttempt): Promise<CodeMethod | 'used' | null> {
  if (matched === null || matched === 'used') return matched
  if (!(await attempt.claimTicket())) throw deadTicket()
  if (await matched.use()) return matched.method
  await attempt.releaseTicket()
  return matched.method === 'sms' ? null : 'used'
}
