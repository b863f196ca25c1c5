import type { SetUpTotpRequest, SetUpTotpResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { newTotpSecret, otpauthUri } from '../factors/totp.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

const lifetimeMs = 10 * 60_000

export async function setUpTotp(
  ctx: AuthContext,
  request: WithClient<SetUpTotpRequest>,
  call: Call,
): Promise<SetUpTotpResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  const secret = newTotpSecret()
  const sealedSecret = ctx.factors.secrets.sealTotp(secret, account.id)
  const expiresAt = new Date(ctx.clock.now() + lifetimeMs)
  const pending = { sealedSecret, expiresAt }
  if (!(await ctx.accounts.setPendingTotp(account.id, pending, account.factors.pendingTotp)))
    throw new ServiceError('TWO_FACTOR_ALREADY_ENABLED')
  const label = account.email ?? account.username
  return { secret, otpauthUri: otpauthUri(secret, { issuer: ctx.productName, label }) }
}
