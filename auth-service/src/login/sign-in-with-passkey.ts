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
import { passkeyRejected } from '../log-events.ts'
import type { PasskeyProblem } from '../passkeys/passkey-problem.ts'
import { readAssertion } from '../passkeys/passkey-response.ts'
import {
  assertedBy,
  authenticationFailed,
  ownerOf,
  requestOptions,
  usePasskey,
} from '../passkeys/use-passkey.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'

type Failure = { reason: string; problem?: PasskeyProblem }

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
  const isIssued = await ctx.passkeys.challenges.take(challenge, { for: 'sign-in' })
  if (!isIssued || !response) {
    passkeyRejected(call, response ? 'challenge' : 'form')
    throw authenticationFailed()
  }
  const owner = await ownerOf(ctx, response.id, call)
  const { account, passkey } = owner
  const fail = async (failure: Failure, error: unknown = authenticationFailed()) => {
    if (failure.problem) passkeyRejected(call, failure.problem, response.response)
    await emitFailure(ctx, account, { client, ...failure }, call)
    return error
  }
  const asserted = await assertedBy(ctx, owner, { response, challenge })
  if (typeof asserted === 'string') throw await fail({ reason: 'passkey', problem: asserted })
  try {
    assertMaySignIn(account, ctx.clock.now())
  } catch (error) {
    throw await fail({ reason: 'suspended' }, error)
  }
  const used = await usePasskey(ctx, owner, { asserted, client })
  if (!used) throw await fail({ reason: 'counter', problem: 'counter' })
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
  { client, reason, problem }: Failure & { client: Client },
  call: Call,
): Promise<void> {
  const detail = { method: 'passkey', reason, ...(reason === 'passkey' && { problem }) }
  return ctx.audit.emit(call, 'account.sign_in', { accountId, client, failed: true, detail })
}
