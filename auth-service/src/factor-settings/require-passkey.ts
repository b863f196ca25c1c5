import type {
  SetPasskeyRequirementRequest,
  SetPasskeyRequirementResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

export async function setPasskeyRequirement(
  ctx: AuthContext,
  request: WithClient<SetPasskeyRequirementRequest>,
  call: Call,
): Promise<SetPasskeyRequirementResponse> {
  const { actor, required } = request
  const account = await signedInAccount(ctx, actor)
  await assertProved(ctx, account, request, call)
  const { passkeys = [], requirePasskey = false } = account.factors
  if (passkeys.length === 0) throw new ServiceError('NO_PASSKEYS_REGISTERED')
  if (requirePasskey === required) return { required }
  const change = required ? 'required' : 'not_required'
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: `passkey_${change}`, variables: {} },
      event: { type: 'account.second_factor', detail: { factor: 'webauthn', change, by: 'owner' } },
      change: async (revocation, transaction) => {
        const requirement = { required, revocation }
        const changed = await ctx.accounts.requirePasskey(account.id, requirement, transaction)
        if (changed === null) throw new ServiceError('NO_PASSKEYS_REGISTERED')
      },
    },
    call,
  )
  return { required }
}
