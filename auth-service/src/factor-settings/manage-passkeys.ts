import type {
  GetPasskeySignalsRequest,
  GetPasskeySignalsResponse,
  ListPasskeysRequest,
  ListPasskeysResponse,
  RemovePasskeyRequest,
  RemovePasskeyResponse,
  RenamePasskeyRequest,
  RenamePasskeyResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changeFactors } from '../account-changes/change-factors.ts'
import type { Account } from '../accounts/account.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { passkeyMessage, passkeySignals } from '../passkeys/passkey-messages.ts'
import { passkeyName } from '../passkeys/passkey-name.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

export async function listPasskeys(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  { actor }: ListPasskeysRequest,
): Promise<ListPasskeysResponse> {
  const { passkeys = [] } = (await signedInAccount(ctx, actor)).factors
  return { passkeys: passkeys.map(passkeyMessage) }
}

export async function getPasskeySignals(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'passkeys'>,
  { actor }: GetPasskeySignalsRequest,
): Promise<GetPasskeySignalsResponse> {
  return { signals: passkeySignals(ctx, await signedInAccount(ctx, actor)) }
}

export async function renamePasskey(
  ctx: AuthContext,
  request: WithClient<RenamePasskeyRequest>,
  call: Call,
): Promise<RenamePasskeyResponse> {
  const { actor, client, id: passkeyId } = request
  const name = passkeyName(request.name)
  const account = await signedInAccount(ctx, actor)
  await assertProved(ctx, account, request, call)
  const changed = await ctx.inTransaction(async (transaction) => {
    const renamed = await ctx.accounts.renamePasskey(account.id, { passkeyId, name }, transaction)
    if (renamed === null) throw unknownPasskey()
    const detail = { factor: 'webauthn', change: 'renamed', by: 'owner' }
    const about = { accountId: account.id, client, actor, detail }
    await ctx.audit.emit(call, 'account.second_factor', about, transaction)
    return renamed
  })
  return { signals: passkeySignals(ctx, changed) }
}

export async function removePasskey(
  ctx: AuthContext,
  request: WithClient<RemovePasskeyRequest>,
  call: Call,
): Promise<RemovePasskeyResponse> {
  const { actor, id: passkeyId } = request
  const account = await signedInAccount(ctx, actor)
  await assertProved(ctx, account, request, call)
  const { passkeys = [], requirePasskey = false } = account.factors
  const passkey = passkeys.find(({ id }) => id === passkeyId)
  if (!passkey) throw unknownPasskey()
  let changed: Account | null = null
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: {
        kind: 'passkey_removed',
        variables: { name: passkey.name, wasRequired: requirePasskey && passkeys.length === 1 },
      },
      event: {
        type: 'account.second_factor',
        detail: { factor: 'webauthn', change: 'removed', by: 'owner' },
      },
      change: async (revocation, transaction) => {
        changed = await ctx.accounts.removePasskey(account.id, { passkeyId, revocation }, transaction)
        if (changed === null) throw unknownPasskey()
        if (!changed.factors.requirePasskey || changed.factors.passkeys?.length) return
        const requirement = { required: false, revocation: null }
        const freed = await ctx.accounts.requirePasskey(account.id, requirement, transaction)
        if (freed) await ctx.accounts.removeUnusableBackupCodes(freed, transaction)
      },
    },
    call,
  )
  return { signals: passkeySignals(ctx, changed ?? account) }
}

function unknownPasskey(): ServiceError {
  return new ServiceError('UNKNOWN_WEBAUTHN_CREDENTIAL')
}
