import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { type AuthenticationResponseJSON, generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Account } from '../accounts/account.ts'
import type { Passkey } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import { passkeyRejected } from '../log-events.ts'
import type { ChallengePurpose } from './passkey-challenges.ts'
import { userHandleOf } from './passkey-messages.ts'
import type { PasskeyProblem } from './passkey-problem.ts'
import { type Asserted, verifyAssertion } from './verify-passkey.ts'

export type PasskeyOwner = { account: Account; passkey: Passkey }

type Usable = { response: AuthenticationResponseJSON; challenge: string; isSecondFactor?: boolean }

/** Options for these passkeys; for any if there are none. */
export async function requestOptions(
  { passkeys: { relyingParty, challenges } }: Pick<AuthContext, 'passkeys'>,
  { passkeys, purpose }: { passkeys: Passkey[]; purpose: ChallengePurpose },
): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    timeout: challenges.lifetimeMs,
    userVerification: passkeys.length > 0 ? 'preferred' : 'required',
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })) as {
      id: string
      transports: []
    }[],
  })
  await challenges.store(options.challenge, purpose)
  return JSON.stringify(options)
}

export async function ownerOf(
  ctx: Pick<AuthContext, 'accounts' | 'passkeys'>,
  credentialId: string,
  call: Call,
): Promise<PasskeyOwner> {
  const account = await ctx.accounts.findByPasskey(credentialId)
  const passkey = account?.factors.passkeys?.find(({ id }) => id === credentialId)
  if (account && passkey) return { account, passkey }
  passkeyRejected(call, 'unknown')
  throw authenticationFailed({ rpId: ctx.passkeys.relyingParty.id, credentialId })
}

export function assertedBy(
  { passkeys: { relyingParty } }: Pick<AuthContext, 'passkeys'>,
  { account, passkey }: PasskeyOwner,
  { response, ...usable }: Usable,
): Promise<Asserted | PasskeyProblem> {
  const expected = { ...usable, passkey, userHandle: userHandleOf(account.id), relyingParty }
  return verifyAssertion(response, expected)
}

/** Null, with a mail, if the counter did not increase. */
export async function usePasskey(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'mails'>,
  { account, passkey: { id: passkeyId, name } }: PasskeyOwner,
  { asserted: { counter, backedUp }, client }: { asserted: Asserted; client: Client },
): Promise<Account | null> {
  const at = new Date(ctx.clock.now())
  const used = await ctx.accounts.usePasskey(account.id, { passkeyId, counter, backedUp, at })
  if (used) return used
  const variables = { ...ctx.mails.causeOf(client), name }
  await ctx.mails.add(await ctx.mails.prepare({ kind: 'passkey_rejected', account, client, variables }))
  return null
}

/** The names in `unknown` are those of the Signal API of WebAuthn. */
export function authenticationFailed(
  unknown: { rpId: string; credentialId: string } | null = null,
): ServiceError {
  return new ServiceError('PASSKEY_AUTHENTICATION_FAILED', { data: { unknown_credential: unknown } })
}
