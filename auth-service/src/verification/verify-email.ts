import type {
  RequestVerificationRequest,
  RequestVerificationResponse,
  VerifyEmailRequest,
  VerifyEmailResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { prepareVerification, storeVerification } from '../account-changes/prepare-verification.ts'
import { secretDigest } from '../accounts/emailed-token.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'

export async function verifyEmail(
  ctx: Pick<AuthContext, 'accounts' | 'audit' | 'clock' | 'inTransaction'>,
  { client, token }: VerifyEmailRequest,
  call: Call,
): Promise<VerifyEmailResponse> {
  const digest = secretDigest(token)
  await ctx.inTransaction(async (transaction) => {
    const now = new Date(ctx.clock.now())
    const account = digest && (await ctx.accounts.verifyEmail(digest, now, transaction))
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
  const verification = await prepareVerification(ctx, account, client)
  await ctx.inTransaction((transaction) => storeVerification(ctx, account.id, verification, transaction))
  return {}
}
