import type {
  RequestNewEmailRequest,
  RequestNewEmailResponse,
  ResendNewEmailCodeRequest,
  ResendNewEmailCodeResponse,
  VerifyNewEmailRequest,
  VerifyNewEmailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { type EmailAddress, readEmailAddress } from '../accounts/email-address.ts'
import type { EmailChange } from '../accounts/email-change.ts'
import { emailFormProblem, emailProblem } from '../accounts/email-problem.ts'
import { rejectFields } from '../accounts/reject-fields.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { advance } from './advance.ts'
import { assertResendable, isRightCode, newCode, resendAvailableAt } from './codes.ts'
import { reportWrongCode, withWrongCode } from './wrong-code.ts'

const tokenLifetimeMs = 30 * 60_000

export async function requestNewEmail(
  ctx: AuthContext,
  request: WithClient<RequestNewEmailRequest>,
  call: Call,
): Promise<RequestNewEmailResponse> {
  const { actor, client, ticket, originalProof } = request
  const account = await signedInAccount(ctx, actor)
  const prepare = async () => {
    const newEmail = await checkedNewEmail(ctx, account, request, call)
    const to = { ...account, email: newEmail.address }
    return { newEmail, ...(await newCode(ctx, 'email_change_new', { account: to, client, ticket })) }
  }
  // A repeated step must not take from the limits again.
  let prepared: ReturnType<typeof prepare> | undefined
  const { newEmail, sent } = await advance(ctx, account.id, ticket, async (change) => {
    assertOriginalProved(change, originalProof)
    prepared ??= prepare()
    const { newEmail, code, mail } = await prepared
    return { change: { ...change, newEmail, newCode: code }, mail, result: { newEmail, sent: code } }
  })
  return {
    ticket,
    newEmail: newEmail.address,
    newCodeExpiresAt: sent.expiresAt,
    resendAvailableAt: resendAvailableAt(sent),
  }
}

/** Counts as a registration, because it also reveals whether an address has an account. */
async function checkedNewEmail(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mailDomains' | 'throttle'>,
  account: Account,
  { client, newEmail: typed }: WithClient<RequestNewEmailRequest>,
  call: Call,
): Promise<EmailAddress> {
  const email = readEmailAddress(typed)
  rejectFields({ new_email: emailFormProblem(typed, email) })
  if (email === null) throw invalidFields({ new_email: 'INVALID_EMAIL_FORMAT' })
  if (email.key === readEmailAddress(account.email ?? '')?.key)
    throw invalidFields({ new_email: 'NEW_EMAIL_MUST_BE_DIFFERENT' })
  await ctx.throttle.takeRegistration({ email, client }, call)
  const problem = await emailProblem(ctx, typed, email, { client, except: account.id, isProved: true }, call)
  rejectFields({ new_email: problem })
  return email
}

export async function resendNewEmailCode(
  ctx: AuthContext,
  { actor, client, ticket }: WithClient<ResendNewEmailCodeRequest>,
): Promise<ResendNewEmailCodeResponse> {
  const account = await signedInAccount(ctx, actor)
  await advance(ctx, account.id, ticket, async (change) => {
    const { newEmail, newCode: earlier } = assertNewRequested(change)
    assertResendable(ctx, earlier)
    const to = { ...account, email: newEmail.address }
    const { code, mail } = await newCode(ctx, 'email_change_new', { account: to, client, ticket })
    return { change: { ...change, newCode: code }, mail, result: null }
  })
  return {}
}

export async function verifyNewEmail(
  ctx: AuthContext,
  { actor, client, ticket, code, originalProof }: WithClient<VerifyNewEmailRequest>,
  call: Call,
): Promise<VerifyNewEmailResponse> {
  const account = await signedInAccount(ctx, actor)
  const token = newSecret()
  const isRight = await advance(ctx, account.id, ticket, (change) => {
    assertOriginalProved(change, originalProof)
    const { newCode } = assertNewRequested(change)
    if (!isRightCode(ctx, newCode, { ticket, code })) return { change: withWrongCode(change), result: false }
    const { newCode: _, ...rest } = change
    const expiresAt = new Date(ctx.clock.now() + tokenLifetimeMs)
    const proved = { ...rest, isCompleted: true, token: { digest: digestText(token), expiresAt } }
    return { change: proved, result: true }
  })
  if (isRight) return { emailToken: token }
  throw await reportWrongCode(ctx, { actor, client, address: 'new' }, call)
}

function assertOriginalProved(change: EmailChange, originalProof: string): void {
  if (change.originalProof === undefined)
    throw invalidFields({ ticket: 'ORIGINAL_EMAIL_MUST_BE_VERIFIED_FIRST' })
  if (change.originalProof !== digestText(originalProof))
    throw invalidFields({ original_proof: 'INVALID_PROOF_TOKEN' })
}

function assertNewRequested({ newEmail, newCode }: EmailChange) {
  if (!newEmail || !newCode) throw invalidFields({ ticket: 'NO_NEW_EMAIL_REQUESTED' })
  return { newEmail, newCode }
}
