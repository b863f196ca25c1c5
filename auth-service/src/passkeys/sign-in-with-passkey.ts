import type {
  CompletePasskeySignInRequest,
  CompletePasskeySignInResponse,
  StartPasskeySignInResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Account } from '../accounts/account.ts'
import { assertMaySignIn } from '../accounts/account-status.ts'
import { emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import type { Passkey } from '../factors/factors.ts'
import { mailCause } from '../mails/mail-cause.ts'
import { type MailContext, prepareMail } from '../mails/prepare-mail.ts'
import { completeSignIn, type SignInContext } from '../sign-in/complete-sign-in.ts'
import { userHandleOf } from './passkey-messages.ts'
import { readAssertion } from './passkey-response.ts'
import { type Asserted, verifyAssertion } from './verify-passkey.ts'

type Context = SignInContext & MailContext & Pick<AuthContext, 'passkeys'>

type Owner = { account: Account; passkey: Passkey }

/** Without a list of credentials, so that the options are alike with and without an account. */
export async function startPasskeySignIn({
  passkeys: { relyingParty, challenges },
}: Pick<AuthContext, 'passkeys'>): Promise<StartPasskeySignInResponse> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    timeout: challenges.lifetimeMs,
    userVerification: 'required',
    allowCredentials: [],
  })
  await challenges.store(options.challenge, { for: 'sign-in' })
  return { optionsJson: JSON.stringify(options) }
}

export async function completePasskeySignIn(
  ctx: Context,
  { client, challenge, responseJson, deviceToken }: WithClient<CompletePasskeySignInRequest>,
  call: Call,
): Promise<CompletePasskeySignInResponse> {
  const { challenges, relyingParty } = ctx.passkeys
  const response = readAssertion(responseJson)
  if (!(await challenges.take(challenge, { for: 'sign-in' })) || !response) throw authenticationFailed()
  const owner = await ownerOf(ctx, response.id)
  const { account, passkey } = owner
  const userHandle = userHandleOf(account.id)
  const asserted = await verifyAssertion(response, { passkey, userHandle, challenge, relyingParty })
  if (!asserted) {
    await emitFailure(ctx, account, { client, reason: 'passkey' }, call)
    throw authenticationFailed()
  }
  await assertUnbanned(ctx, account, client, call)
  const used = await usePasskey(ctx, owner, { asserted, client }, call)
  const signIn = {
    client,
    method: 'passkey',
    passkeyId: passkey.id,
    inviteCode: undefined,
    deviceToken,
  } as const
  return { signedIn: await completeSignIn(ctx, used, signIn, call) }
}

async function ownerOf(ctx: Context, credentialId: string): Promise<Owner> {
  const account = await ctx.accounts.findByPasskey(credentialId)
  const passkey = account?.factors.passkeys?.find(({ id }) => id === credentialId)
  if (account && passkey) return { account, passkey }
  throw authenticationFailed({ rpId: ctx.passkeys.relyingParty.id, credentialId })
}

async function assertUnbanned(ctx: Context, account: Account, client: Client, call: Call): Promise<void> {
  try {
    assertMaySignIn(account, ctx.clock.now())
  } catch (error) {
    await emitFailure(ctx, account, { client, reason: 'suspended' }, call)
    throw error
  }
}

async function usePasskey(
  ctx: Context,
  { account, passkey: { id: passkeyId, name } }: Owner,
  { asserted: { counter, backedUp }, client }: { asserted: Asserted; client: Client },
  call: Call,
): Promise<Account> {
  const at = new Date(ctx.clock.now())
  const used = await ctx.accounts.usePasskey(account.id, { passkeyId, counter, backedUp, at })
  if (used) return used
  await emitFailure(ctx, account, { client, reason: 'counter' }, call)
  const variables = { ...mailCause(ctx, client), name }
  await ctx.mails.add(await prepareMail(ctx, { kind: 'passkey_rejected', account, client, variables }))
  throw authenticationFailed()
}

function emitFailure(
  ctx: Context,
  { id: accountId }: Account,
  { client, reason }: { client: Client; reason: string },
  call: Call,
): Promise<void> {
  const event = { type: 'account.sign_in', outcome: 'failed', accountId, client } as const
  return emitEvent(ctx, call, { ...event, detail: { method: 'passkey', reason } })
}

/** The names in `unknown` are those of the Signal API of WebAuthn. */
function authenticationFailed(unknown: { rpId: string; credentialId: string } | null = null): ServiceError {
  return new ServiceError('PASSKEY_AUTHENTICATION_FAILED', { data: { unknown_credential: unknown } })
}
