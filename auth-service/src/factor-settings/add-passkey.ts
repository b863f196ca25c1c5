import type {
  AddPasskeyRequest,
  AddPasskeyResponse,
  StartPasskeyRegistrationRequest,
  StartPasskeyRegistrationResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { type AuthenticatorTransportFuture, generateRegistrationOptions } from '@simplewebauthn/server'
import { changeFactors } from '../account-changes/change-factors.ts'
import type { Account } from '../accounts/account.ts'
import type { Passkey } from '../accounts/factors.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { passkeyRejected } from '../log-events.ts'
import type { ChallengePurpose } from '../passkeys/passkey-challenges.ts'
import { passkeySignals, passkeyUser } from '../passkeys/passkey-messages.ts'
import { passkeyName } from '../passkeys/passkey-name.ts'
import type { PasskeyProblem } from '../passkeys/passkey-problem.ts'
import { readRegistration } from '../passkeys/passkey-response.ts'
import { maxPasskeys } from '../passkeys/passkey-store.ts'
import { supportedAlgorithms, verifyRegistration } from '../passkeys/verify-passkey.ts'
import { assertProved } from '../step-up/assert-step-up.ts'

export async function startPasskeyRegistration(
  ctx: AuthContext,
  request: WithClient<StartPasskeyRegistrationRequest>,
  call: Call,
): Promise<StartPasskeyRegistrationResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  const { passkeys = [] } = account.factors
  if (passkeys.length >= maxPasskeys) throw new ServiceError('WEBAUTHN_CREDENTIAL_LIMIT_REACHED')
  const { relyingParty, challenges } = ctx.passkeys
  const user = passkeyUser(account)
  const options = await generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: new TextEncoder().encode(account.id),
    userName: user.name,
    userDisplayName: user.displayName,
    timeout: challenges.lifetimeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: supportedAlgorithms,
    excludeCredentials: passkeys.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransportFuture[],
    })),
  })
  await challenges.store(options.challenge, registrationBy(request.actor))
  return { optionsJson: JSON.stringify(options) }
}

export async function addPasskey(
  ctx: AuthContext,
  request: WithClient<AddPasskeyRequest>,
  call: Call,
): Promise<AddPasskeyResponse> {
  const name = passkeyName(request.name)
  const account = await signedInAccount(ctx, request.actor)
  await assertProved(ctx, account, request, call)
  const passkey = { ...(await registeredPasskey(ctx, request, call)), name }
  let changed: Account | null = null
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'passkey_added', variables: { name } },
      event: { type: 'account.second_factor', detail: { factor: 'webauthn', change: 'added', by: 'owner' } },
      change: async (revocation, transaction) => {
        changed = await ctx.accounts.addPasskey(account.id, { passkey, revocation }, transaction)
        if (changed === null) throw rejectionOf(account, passkey.id)
      },
    },
    call,
  )
  return { signals: passkeySignals(ctx, changed ?? account) }
}

async function registeredPasskey(
  { passkeys: { challenges, relyingParty }, clock }: Pick<AuthContext, 'clock' | 'passkeys'>,
  { actor, challenge, responseJson }: WithClient<AddPasskeyRequest>,
  call: Call,
): Promise<Omit<Passkey, 'name'>> {
  const response = readRegistration(responseJson)
  const isIssued = await challenges.take(challenge, registrationBy(actor))
  const fail = (problem: PasskeyProblem) => {
    passkeyRejected(call, problem, response?.response)
    return new ServiceError('INVALID_WEBAUTHN_CREDENTIAL')
  }
  if (!response) throw fail('form')
  if (!isIssued) throw fail('challenge')
  const verified = await verifyRegistration(response, { challenge, relyingParty })
  if (typeof verified === 'string') throw fail(verified)
  return { ...verified, createdAt: new Date(clock.now()) }
}

function registrationBy(actor: Actor | undefined): ChallengePurpose {
  const { accountId = '', sessionIdHash = '' } = actor ?? {}
  return { for: 'registration', accountId, sessionIdHash }
}

function rejectionOf({ factors: { passkeys = [] } }: Account, id: string): ServiceError {
  const isKnown = passkeys.some((passkey) => passkey.id === id)
  return new ServiceError(isKnown ? 'INVALID_WEBAUTHN_CREDENTIAL' : 'WEBAUTHN_CREDENTIAL_LIMIT_REACHED')
}
