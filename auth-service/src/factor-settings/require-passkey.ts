import type {
  SetPasskeyRequirementRequest,
  SetPasskeyRequirementResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import { hasUsableBackupCodes } from '../accounts/factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { newBackupCodes } from '../factors/backup-codes.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

/** With fewer passkeys a lost one would end the account, unless it has backup codes. */
const enoughPasskeys = 2

/** A backup code that proves the identity is used up, so the account is read again. */
export async function setPasskeyRequirement(
  ctx: AuthContext,
  request: WithClient<SetPasskeyRequirementRequest>,
  call: Call,
): Promise<SetPasskeyRequirementResponse> {
  const { actor, required } = request
  await assertProved(ctx, await signedInAccount(ctx, actor), request, call)
  const account = await signedInAccount(ctx, actor)
  const { passkeys = [], requirePasskey = false } = account.factors
  if (passkeys.length === 0) throw new ServiceError('NO_PASSKEYS_REGISTERED')
  if (requirePasskey === required) return { required, backupCodes: [] }
  const needsCodes = required && passkeys.length < enoughPasskeys && !hasUsableBackupCodes(account)
  const codes = needsCodes
    ? newBackupCodes(ctx.factors.secrets, account.id, new Date(ctx.clock.now()))
    : undefined
  const change = required ? 'required' : 'not_required'
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: `passkey_${change}`, variables: {} },
      event: { type: 'account.second_factor', detail: { factor: 'webauthn', change, by: 'owner' } },
      change: async (revocation, transaction) => {
        const requirement = { required, revocation, backupCodes: codes?.stored }
        const changed = await ctx.accounts.requirePasskey(account.id, requirement, transaction)
        if (changed === null) throw new ServiceError('NO_PASSKEYS_REGISTERED')
        await ctx.accounts.removeUnusableBackupCodes(changed, transaction)
        if (!codes) return
        const detail = { change: 'replaced', left: String(codes.stored.length) }
        const about = { accountId: account.id, client: request.client, actor, detail }
        await ctx.audit.emit(call, 'account.backup_codes', about, transaction)
      },
    },
    call,
  )
  return { required, backupCodes: codes?.shown ?? [] }
}
