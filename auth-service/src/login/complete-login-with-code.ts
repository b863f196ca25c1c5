import type {
  CompleteLoginWithSmsRequest,
  CompleteLoginWithSmsResponse,
  CompleteLoginWithTotpRequest,
  CompleteLoginWithTotpResponse,
  SignedIn,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import type { AuthContext } from '../context.ts'
import type { CodeAttempt } from '../factors/code-attempts.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'
import { type CodeAttemptContext, refundOnFailure, takeCodeAttempt } from '../factors/take-code-attempt.ts'
import { type CodeMethod, type MatchedCode, matchCode, type UseCodeContext } from '../factors/use-code.ts'
import { completeSignIn, type SignInContext } from '../sign-in/complete-sign-in.ts'
import { deadTicket, isSamePassword } from '../sign-in/open-ticket.ts'
import { matchSmsCode } from '../sms/match-sms-code.ts'
import { smsFactorPhone } from '../sms/request-sms.ts'
import { reportWrongCode } from './report-wrong-code.ts'

type Context = CodeAttemptContext & UseCodeContext & SignInContext & Pick<AuthContext, 'factors' | 'sms'>
type Request = WithClient<CompleteLoginWithTotpRequest>
type TakenTicket = { attempt: CodeAttempt; ticketKey: string }

type CodeFactor = {
  name: 'totp' | 'sms'
  /** Throws if the account does not have this factor. */
  match(account: Account, ticketKey: string): Promise<MatchedCode | null>
}

export async function completeLoginWithTotp(
  ctx: Context,
  request: Request,
  call: Call,
): Promise<CompleteLoginWithTotpResponse> {
  const match = async (account: Account) => {
    if (!account.factors.totp) throw invalidFields({ code: 'TOTP_NOT_ENABLED' })
    return matchCode(ctx, account, request, call)
  }
  return { signedIn: await completeLogin(ctx, { name: 'totp', match }, request, call) }
}

export async function completeLoginWithSms(
  ctx: Context,
  request: WithClient<CompleteLoginWithSmsRequest>,
  call: Call,
): Promise<CompleteLoginWithSmsResponse> {
  const match = async (account: Account, ticketKey: string) => {
    const purpose = { for: 'sign_in', ticketKey } as const
    const addressee = { accountId: account.id, phone: smsFactorPhone(account), purpose }
    return matchSmsCode(ctx, addressee, request.code, call)
  }
  return { signedIn: await completeLogin(ctx, { name: 'sms', match }, request, call) }
}

async function completeLogin(
  ctx: Context,
  { name, match }: CodeFactor,
  request: Request,
  call: Call,
): Promise<SignedIn> {
  const { client, deviceToken } = request
  const { attempt, ticketKey } = await takeTicket(ctx, request, call)
  const login = ctx.factors.tickets.parse(attempt.login)
  const { account, factor } = await refundOnFailure(attempt, async () => {
    const account = await signingIn(ctx, attempt, login)
    return { account, factor: await useCode(await match(account, ticketKey), attempt) }
  })
  if (factor === null) {
    await reportWrongCode(ctx, account, { factor: name, login, attempt, client }, call)
    throw invalidFields({ code: 'INVALID_CODE' })
  }
  const { method, inviteCode, sso } = login
  return completeSignIn(ctx, account, { client, method, factor, inviteCode, deviceToken, sso }, call)
}

async function takeTicket(ctx: Context, { ticket, client }: Request, call: Call): Promise<TakenTicket> {
  const known = ctx.factors.tickets.read(ticket)
  if (!known) throw deadTicket()
  const { accountId, ticketKey } = known
  const attempt = await takeCodeAttempt(ctx, accountId, { ticketKey, client }, call)
  if (!attempt) throw deadTicket()
  return { attempt, ticketKey }
}

async function signingIn(ctx: Context, { accountId }: CodeAttempt, login: PendingLogin): Promise<Account> {
  const account = await ctx.accounts.find(accountId)
  if (account === null || !isSamePassword(account, login)) throw deadTicket()
  assertMaySignIn(account, ctx.clock.now())
  return account
}

/** Null for a wrong or used code. */
async function useCode(matched: MatchedCode | null, attempt: CodeAttempt): Promise<CodeMethod | null> {
  if (!matched) return null
  if (!(await attempt.claimTicket())) throw deadTicket()
  if (await matched.use()) return matched.method
  await attempt.releaseTicket()
  return null
}
