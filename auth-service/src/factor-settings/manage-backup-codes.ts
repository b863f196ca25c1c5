import type {
  ListBackupCodesRequest,
  ListBackupCodesResponse,
  ReplaceBackupCodesRequest,
  ReplaceBackupCodesResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import type { Account } from '../accounts/account.ts'
import { hasSecondFactor } from '../accounts/factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { maskedBackupCode, newBackupCodes } from '../factors/backup-codes.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

export async function listBackupCodes(
  ctx: AuthContext,
  request: WithClient<ListBackupCodesRequest>,
  call: Call,
): Promise<ListBackupCodesResponse> {
  const { factors } = await provedOwner(ctx, request, call)
  return { backupCodes: (factors.backupCodes ?? []).map(maskedBackupCode) }
}

export async function replaceBackupCodes(
  ctx: AuthContext,
  request: WithClient<ReplaceBackupCodesRequest>,
  call: Call,
): Promise<ReplaceBackupCodesResponse> {
  const account = await provedOwner(ctx, request, call)
  const { stored, shown } = newBackupCodes(ctx.factors.secrets, account.id, new Date(ctx.clock.now()))
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'backup_codes_replaced', variables: {} },
      event: { type: 'account.backup_codes', detail: { change: 'replaced', left: String(stored.length) } },
      change: async (revocation, transaction) => {
        const codes = { backupCodes: stored, revocation }
        const changed = await ctx.accounts.replaceBackupCodes(account.id, codes, transaction)
        if (changed === null) throw new ServiceError('TWO_FACTOR_NOT_ENABLED')
      },
    },
    call,
  )
  return { backupCodes: shown }
}

/** A backup code that proves the identity is used up, so the account is read again. */
async function provedOwner(
  ctx: AuthContext,
  request: WithClient<ListBackupCodesRequest>,
  call: Call,
): Promise<Account> {
  await assertProved(ctx, await signedInAccount(ctx, request.actor), request, call)
  const account = await signedInAccount(ctx, request.actor)
  if (!hasSecondFactor(account)) throw new ServiceError('TWO_FACTOR_NOT_ENABLED')
  return account
}
