import type { EnableTotpRequest, EnableTotpResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import type { Account } from '../accounts/account.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { newBackupCodes } from '../factors/backup-codes.ts'
import { readTotpSecret, secretBits, totpStepOf } from '../factors/totp.ts'
import { assertProved } from '../step-up/assert-step-up.ts'
import { recordProof } from '../step-up/record-proof.ts'

/** The code proves that the app has the secret, and is a proof of identity from now on. */
export async function enableTotp(
  ctx: AuthContext,
  request: WithClient<EnableTotpRequest>,
  call: Call,
): Promise<EnableTotpResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  if (account.factors.totp) throw new ServiceError('TWO_FACTOR_ALREADY_ENABLED')
  const now = ctx.clock.now()
  const matches = secretsOf(ctx, account, request).map((secret) => ({
    secret,
    lastStep: totpStepOf(request.code, { secret, now }),
  }))
  const { secret, lastStep } = matches.find((match) => match.lastStep !== null) ?? {}
  if (secret === undefined || lastStep == null) throw invalidFields({ code: 'INVALID_CODE' })

  const { stored: backupCodes, shown } = newBackupCodes(ctx.factors.secrets, account.id, new Date(now))
  const sealedSecret = ctx.factors.secrets.sealTotp(secret, account.id)
  const totp = { sealedSecret, lastStep, enabledAt: new Date(now) }
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'totp_enabled', variables: {} },
      event: { type: 'account.second_factor', detail: { factor: 'totp', change: 'added', by: 'owner' } },
      change: async (revocation, transaction) => {
        const changed = await ctx.accounts.enableTotp(
          account.id,
          { totp, backupCodes, revocation },
          transaction,
        )
        if (changed === null) throw new ServiceError('TWO_FACTOR_ALREADY_ENABLED')
      },
    },
    call,
  )
  await recordProof(ctx, request.actor, [ProofMethod.TOTP], call)
  return { backupCodes: shown }
}

/** The one that is sent, or those that were set up last: two tabs show different ones. */
function secretsOf(
  ctx: Pick<AuthContext, 'clock' | 'factors'>,
  { id, factors: { pendingTotp, formerPendingTotp } }: Account,
  { secret: typed }: EnableTotpRequest,
): string[] {
  if (typed !== undefined) {
    const secret = readTotpSecret(typed)
    if (secret === null) throw invalidFields({ secret: ['TOTP_SECRET_INVALID', secretBits] })
    return [secret]
  }
  const live = [pendingTotp, formerPendingTotp].flatMap((pending) =>
    pending && ctx.clock.now() < pending.expiresAt.getTime() ? [pending.sealedSecret] : [],
  )
  if (live.length === 0) throw invalidFields({ secret: 'REQUIRED' })
  return live.map((sealed) => ctx.factors.secrets.openTotp(sealed, id))
}
