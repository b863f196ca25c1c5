import type {
  ResendOriginalEmailCodeRequest,
  ResendOriginalEmailCodeResponse,
  StartEmailChangeRequest,
  StartEmailChangeResponse,
  VerifyOriginalEmailRequest,
  VerifyOriginalEmailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import type { EmailChange } from '../accounts/email-change.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { assertNotManaged } from '../single-sign-on/enforcement.ts'
import { advance } from './advance.ts'
import { assertResendable, isRightCode, newCode, resendAvailableAt } from './codes.ts'
import { reportWrongCode, withWrongCode } from './wrong-code.ts'

const ticketLifetimeMs = 30 * 60_000

/** An address that was never verified needs no proof: its owner may have mistyped it. */
export async function startEmailChange(
  ctx: AuthContext,
  { actor, client }: WithClient<StartEmailChangeRequest>,
): Promise<StartEmailChangeResponse> {
  const account = await signedInAccount(ctx, actor)
  await assertNotManaged(ctx, account)
  if (account.email === null) throw invalidFields({ email: 'MUST_HAVE_EMAIL_TO_CHANGE_IT' })
  const ticket = newSecret()
  const started = {
    ticket: digestText(ticket),
    expiresAt: new Date(ctx.clock.now() + ticketLifetimeMs),
    revision: 0,
    wrongCodes: 0,
    requiresOriginal: account.verified,
    isCompleted: false,
  }
  const response = {
    ticket,
    requireOriginal: account.verified,
    originalEmail: account.email,
    originalCodeExpiresAt: undefined,
    resendAvailableAt: undefined,
  }
  if (!account.verified) {
    const proof = newSecret()
    await store(ctx, account, { ...started, originalProof: digestText(proof) })
    return { ...response, originalProof: proof }
  }
  const { code, mail } = await newCode(ctx, 'email_change_original', { account, client, ticket })
  await store(ctx, account, { ...started, originalCode: code }, mail)
  return {
    ...response,
    originalCodeExpiresAt: code.expiresAt,
    resendAvailableAt: resendAvailableAt(code),
  }
}

async function store(
  ctx: Pick<AuthContext, 'accounts' | 'inTransaction' | 'mails'>,
  account: Account,
  change: EmailChange,
  mail: MailDocument | null = null,
): Promise<void> {
  await ctx.inTransaction(async (transaction) => {
    if (!(await ctx.accounts.startEmailChange(account, change, transaction)))
      throw unavailable('another request changed the account')
    await ctx.mails.add(mail, transaction)
  })
}

export async function resendOriginalEmailCode(
  ctx: AuthContext,
  { actor, client, ticket }: WithClient<ResendOriginalEmailCodeRequest>,
): Promise<ResendOriginalEmailCodeResponse> {
  const account = await signedInAccount(ctx, actor)
  await advance(ctx, account.id, ticket, async (change) => {
    assertOriginalExpected(change)
    assertResendable(ctx, change.originalCode)
    const { code, mail } = await newCode(ctx, 'email_change_original', { account, client, ticket })
    return { change: { ...change, originalCode: code }, mail, result: null }
  })
  return {}
}

export async function verifyOriginalEmail(
  ctx: AuthContext,
  { actor, client, ticket, code }: WithClient<VerifyOriginalEmailRequest>,
  call: Call,
): Promise<VerifyOriginalEmailResponse> {
  const account = await signedInAccount(ctx, actor)
  const proof = newSecret()
  const isRight = await advance(ctx, account.id, ticket, (change) => {
    const originalCode = assertOriginalExpected(change)
    if (!isRightCode(ctx, originalCode, { ticket, code }))
      return { change: withWrongCode(change), result: false }
    const { originalCode: _, ...rest } = change
    return { change: { ...rest, originalProof: digestText(proof) }, result: true }
  })
  if (isRight) return { originalProof: proof }
  throw await reportWrongCode(ctx, { actor, client, address: 'original' }, call)
}

function assertOriginalExpected({ requiresOriginal, originalCode, originalProof }: EmailChange) {
  if (!requiresOriginal) throw invalidFields({ ticket: 'ORIGINAL_VERIFICATION_NOT_REQUIRED' })
  if (originalProof !== undefined || !originalCode)
    throw invalidFields({ ticket: 'ORIGINAL_EMAIL_ALREADY_VERIFIED' })
  return originalCode
}
