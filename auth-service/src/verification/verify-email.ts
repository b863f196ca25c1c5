import type {
  GetVerificationRequest,
  GetVerificationResponse,
  RequestVerificationRequest,
  RequestVerificationResponse,
  VerifyEmailRequest,
  VerifyEmailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { readShortCode } from '@gatehouse/service-kit/tokens/short-code'
import { prepareVerification, storeVerification } from '../account-changes/prepare-verification.ts'
import type { Account } from '../accounts/account.ts'
import { emailedCodeMacs } from '../accounts/emailed-code.ts'
import { secretDigest, verificationCodeOf } from '../accounts/emailed-token.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { refundOnError } from '../throttle/counted-attempt.ts'

type VerificationContext = Pick<
  AuthContext,
  'accounts' | 'audit' | 'clock' | 'inTransaction' | 'keyRing' | 'throttle'
>

/**
 * With the token of the link, the code beside it, or both. The code alone requires a session of the account, and can be sent again. Five
 * wrong codes end the code, not the link.
 */
export async function verifyEmail(
  ctx: VerificationContext,
  request: WithClient<VerifyEmailRequest>,
  call: Call,
): Promise<VerifyEmailResponse> {
  if (request.code === undefined) {
    await verifyWith(ctx, secretDigest(request.token), request, call)
    return {}
  }
  const taken = await takeRightCode(ctx, { ...request, code: request.code }, call)
  if (taken === null) return {}
  const { account, digest } = taken
  const refund = () => ctx.accounts.refundVerificationCode(account.id, digest)
  await refundOnError({ refund }, () => verifyWith(ctx, digest, request, call))
  return {}
}

async function verifyWith(
  ctx: VerificationContext,
  digest: string | null,
  { client, code, ...from }: WithClient<VerifyEmailRequest>,
  call: Call,
): Promise<void> {
  const isOwner = (account: Account) => code !== undefined || isOf(ctx, account, from)
  await ctx.inTransaction(async (transaction) => {
    const now = new Date(ctx.clock.now())
    const account = digest && (await ctx.accounts.verifyEmail(digest, { now, isOwner }, transaction))
    if (!account) throw invalidToken()
    await ctx.audit.emit(call, 'account.verification', { accountId: account.id, client }, transaction)
  })
}

/** Null without a token if the address of the signed-in account is verified already: there is no code any more that could be right. */
async function takeRightCode(
  ctx: VerificationContext,
  { client, token, code, actor }: WithClient<VerifyEmailRequest> & { code: string },
  call: Call,
): Promise<{ account: Account; digest: string } | null> {
  const now = new Date(ctx.clock.now())
  const signedIn = token === '' ? await signedInAccount(ctx, actor) : null
  if (signedIn?.verified) return null
  const of = signedIn ? { accountId: signedIn.id } : await ofToken(ctx, token)
  if (readShortCode(code) === null) throw invalidFields({ code: 'INVALID_VERIFICATION_CODE' })
  const taken = await ctx.accounts.takeVerificationCode(of, now)
  if (taken === null) throw invalidFields({ code: 'VERIFICATION_CODE_EXPIRED' })
  const { account, digest, mac } = taken
  const macs = emailedCodeMacs(ctx.keyRing, verificationCodeOf(account.id), code)
  if (macs?.includes(mac)) return { account, digest }
  await ctx.audit.emit(call, 'account.verification', { accountId: account.id, client, failed: true })
  throw invalidFields({ code: 'INVALID_VERIFICATION_CODE' })
}

async function ofToken({ accounts, clock }: VerificationContext, token: string): Promise<{ digest: string }> {
  const digest = secretDigest(token)
  if (!digest || !(await accounts.findByVerificationToken(digest, new Date(clock.now()))))
    throw invalidToken()
  return { digest }
}

export async function getVerification(
  ctx: VerificationContext,
  { token, actor, deviceToken }: GetVerificationRequest,
): Promise<GetVerificationResponse> {
  const digest = secretDigest(token)
  const found = digest && (await ctx.accounts.findByVerificationToken(digest, new Date(ctx.clock.now())))
  if (!found) throw invalidToken()
  const { account, hasCode } = found
  return {
    email: account.email ?? '',
    username: account.username,
    registeredAt: account.createdAt,
    needsCode: hasCode && !isOf(ctx, account, { actor, deviceToken }),
  }
}

/** Whether the caller, or the browser before, has signed in to the account. */
function isOf(
  { throttle }: VerificationContext,
  account: Account,
  { actor, deviceToken }: Pick<VerifyEmailRequest, 'actor' | 'deviceToken'>,
): boolean {
  return actor?.accountId === account.id || throttle.devices.deviceOf(deviceToken, account) !== null
}

/** Does nothing for an account without an address or with a verified one. */
export async function requestVerification(
  ctx: AuthContext,
  { actor, client }: RequestVerificationRequest,
): Promise<RequestVerificationResponse> {
  const account = await signedInAccount(ctx, actor)
  if (account.email === null || account.verified) return {}
  await ctx.throttle.takeForAccount('auth:verify:resend:account', account.id)
  const verification = await prepareVerification(ctx, account, { client, isFirst: false })
  await ctx.inTransaction((transaction) => storeVerification(ctx, account.id, verification, transaction))
  return {}
}

function invalidToken(): ServiceError {
  return invalidFields({ token: 'INVALID_OR_EXPIRED_VERIFICATION_TOKEN' })
}
