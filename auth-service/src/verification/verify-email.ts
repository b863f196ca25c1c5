import type {
  RequestVerificationRequest,
  RequestVerificationResponse,
  VerifyEmailRequest,
  VerifyEmailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { prepareVerification, storeVerification } from '../account-changes/prepare-verification.ts'
import type { Account } from '../accounts/account.ts'
import { secretDigest } from '../accounts/emailed-token.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'

export async function verifyEmail(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock' | 'inTransaction' | 'throttle'>,
  { client, token, deviceToken }: VerifyEmailRequest,
  call: Call,
): Promise<VerifyEmailResponse> {
  const digest = secretDigest(token)
  const isOwnDevice = (account: Account) => ctx.throttle.devices.deviceOf(deviceToken, account) !== null
  await ctx.inTransaction(async (transaction) => {
    const now = new Date(ctx.clock.now())
    const account = digest && (await ctx.accounts.verifyEmail(digest, { now, isOwnDevice }, transaction))
    if (!account) throw invalidFields({ token: 'INVALID_OR_EXPIRED_VERIFICATION_TOKEN' })
    await ctx.audit.emit(call, 'account.verification', { accountId: account.id, client }, transaction)
  })
  return {}
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
