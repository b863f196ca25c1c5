import type {
  SecondFactorProof,
  StartPasskeyStepUpRequest,
  StartPasskeyStepUpResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { Actor, Client } from '@gatehouse/proto/gen/common/v1/client'
import { ProofMethod } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import { canProveWithPasskey } from '../accounts/factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { passkeyRejected } from '../log-events.ts'
import type { ChallengePurpose } from '../passkeys/passkey-challenges.ts'
import type { PasskeyProblem } from '../passkeys/passkey-problem.ts'
import { readAssertion } from '../passkeys/passkey-response.ts'
import { assertedBy, requestOptions, usePasskey } from '../passkeys/use-passkey.ts'
import { recordProof } from './record-proof.ts'

type Proof = { actor: Actor | undefined; client: Client; secondFactor: SecondFactorProof }

export async function startPasskeyStepUp(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'passkeys'>,
  { actor }: StartPasskeyStepUpRequest,
): Promise<StartPasskeyStepUpResponse> {
  const account = await signedInAccount(ctx, actor)
  if (!canProveWithPasskey(account)) throw new ServiceError('NO_PASSKEYS_REGISTERED')
  const { passkeys = [] } = account.factors
  return { optionsJson: await requestOptions(ctx, { passkeys, purpose: stepUpOf(actor) }) }
}

/** Null for a passkey that is not verified. `checkRest` runs before the passkey is used. */
export async function proveWithPasskey<Checked>(
  ctx: AuthContext,
  account: Account,
  { actor, client, secondFactor: { challenge = '', responseJson = '' } }: Proof,
  call: Call,
  checkRest: () => Promise<Checked>,
): Promise<{ checked: Checked } | null> {
  const response = readAssertion(responseJson)
  const isIssued = await ctx.passkeys.challenges.take(challenge, stepUpOf(actor))
  const about = { accountId: account.id, client, actor }
  const fail = async (problem: PasskeyProblem) => {
    passkeyRejected(call, problem, response?.response)
    const detail = { method: 'webauthn', problem }
    await ctx.audit.emit(call, 'account.step_up', { ...about, failed: true, detail })
    return null
  }
  if (!response) return fail('form')
  if (!isIssued) return fail('challenge')
  const passkey = account.factors.passkeys?.find(({ id }) => id === response.id)
  if (!passkey) return fail('unknown')
  const owner = { account, passkey }
  const asserted = await assertedBy(ctx, owner, { response, challenge, isSecondFactor: true })
  if (typeof asserted === 'string') return fail(asserted)
  const checked = { checked: await checkRest() }
  if (!(await usePasskey(ctx, owner, { asserted, client }))) return fail('counter')
  await ctx.audit.emit(call, 'account.step_up', { ...about, detail: { method: 'webauthn' } })
  await recordProof(ctx, actor, [ProofMethod.WEBAUTHN], call)
  return checked
}

function stepUpOf(actor: Actor | undefined): ChallengePurpose {
  const { accountId = '', sessionIdHash = '' } = actor ?? {}
  return { for: 'step-up', accountId, sessionIdHash }
}
