import type {
  CompletePasskeySignInRequest,
  CompletePasskeySignInResponse,
  StartPasskeySignInResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import type { AuthContext } from '../context.ts'
import { readAssertion } from '../passkeys/passkey-response.ts'
import {
  assertedBy,
  authenticationFailed,
  ownerOf,
  requestOptions,
  usePasskey,
} from '../passkeys/use-passkey.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'

/** Without a list of credentials, so that the options are alike with and without an account. */
export async function startPasskeySignIn(
  ctx: Pick<AuthContext, 'passkeys'>,
): Promise<StartPasskeySignInResponse> {
  return { optionsJson: await requestOptions(ctx, { passkeys: [], purpose: { for: 'sign-in' } }) }
}

export async function completePasskeySignIn(
  ctx: AuthContext,
  { client, challenge, responseJson, deviceToken }: WithClient<CompletePasskeySignInRequest>,
  call: Call,
): Promise<CompletePasskeySignInResponse> {
  const response = readAssertion(responseJson)
  if (!(await ctx.passkeys.challenges.take(challenge, { for: 'sign-in' })) || !response)
    throw authenticationFailed()
  const owner = await ownerOf(ctx, response.id)
  const { account, passkey } = owner
  const fail = async (reason: string, error: unknown = authenticationFailed()) => {
    await emitFailure(ctx, account, { client, reason }, call)
    return error
  }
  const asserted = await assertedBy(ctx, owner, { response, challenge })
  if (!asserted) throw await fail('passkey')
  try {
    assertMaySignIn(account, ctx.clock.now())
  } catch (error) {
    throw await fail('suspended', error)
  }
  const used = await usePasskey(ctx, owner, { asserted, client })
  if (!used) throw await fail('counter')
  const signIn = {
    client,
    method: 'passkey',
    passkeyId: passkey.id,
    inviteCode: undefined,
    deviceToken,
  } as const
  return { signedIn: await completeSignIn(ctx, used, signIn, call) }
}

function emitFailure(
  ctx: Pick<AuthContext, 'audit'>,
  { id: accountId }: Account,
  { client, reason }: { client: Client; reason: string },
  call: Call,
): Promise<void> {
  const detail = { method: 'passkey', reason }
  return ctx.audit.emit(call, 'account.sign_in', { accountId, client, failed: true, detail })
}
