import type {
  CompleteConnectionRequest,
  CompleteConnectionResponse,
  DisconnectRequest,
  DisconnectResponse,
  StartConnectionRequest,
  StartConnectionResponse,
} from '@gatehouse/proto/gen/auth/v1/sso'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { changeFactors } from '../account-changes/change-factors.ts'
import type { Account } from '../accounts/account.ts'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { assertDomainAllowed } from '../single-sign-on/allowed-domain.ts'
import { beginAuthorization, takeAuthorization } from '../single-sign-on/authorization-request.ts'
import { callbackFailure } from '../single-sign-on/callback-failure.ts'
import { assertAllowed, assertNotManaged } from '../single-sign-on/enforcement.ts'
import { fetchIdentity } from '../single-sign-on/fetch-identity.ts'
import { logFailure, openProvider } from '../single-sign-on/provider-failure.ts'
import type { Identity } from '../single-sign-on/read-identity.ts'
import { isSameIssuer } from '../single-sign-on/sso-config.ts'
import { assertProved, isRecentProof } from '../step-up/assert-step-up.ts'

/** The person signs in at the provider again, also if the browser is signed in there: somebody else may be. */
export async function startConnection(
  ctx: AuthContext,
  request: WithClient<StartConnectionRequest>,
  call: Call,
): Promise<StartConnectionResponse> {
  const { actor } = request
  const account = await signedInAccount(ctx, actor)
  await assertNotManaged(ctx, account)
  await assertProved(ctx, account, request, call)
  const connects = { accountId: account.id, sessionIdHash: actor?.sessionIdHash ?? '' }
  // The session is the secret of the browser, so nobody gets one that could complete a sign-in.
  const purpose = { redirectTo: '', fromBrowser: true, verifierDigest: digestText(newSecret()), connects }
  return beginAuthorization(ctx, purpose, { freshSignIn: true }, call)
}

export async function completeConnection(
  ctx: AuthContext,
  request: WithClient<CompleteConnectionRequest>,
  call: Call,
): Promise<CompleteConnectionResponse> {
  await signedInAccount(ctx, request.actor)
  const { identity, provider } = await logFailure(call, () => identityOf(ctx, request))
  const account = await signedInAccount(ctx, request.actor)
  if (isLinkedTo(account, identity)) return {}
  await assertNotManaged(ctx, account)
  if (account.sso && isSameIssuer(account.sso.issuer, identity.issuer))
    throw invalidFields({ sso: 'SSO_ALREADY_CONNECTED' })
  const { issuer, subject } = identity
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'sso_connected', variables: { provider, by: 'owner' } },
      event: { type: 'account.sso', detail: { change: 'linked', by: 'owner' } },
      change: async (_, transaction) => {
        const link = { issuer, subject, own: true } as const
        if (!(await ctx.accounts.setSsoLink(account, link, transaction))) throw changedMeanwhile()
      },
    },
    call,
  )
  return {}
}

/** Of another session, the code can be that of an attacker, who could then sign in to this account (RFC 9700, section 4.7). */
async function identityOf(
  ctx: Pick<AuthContext, 'clock' | 'sso'>,
  { actor, code, state, iss, error, errorDescription }: WithClient<CompleteConnectionRequest>,
): Promise<{ identity: Identity; provider: string | null }> {
  const { config, pending } = await takeAuthorization(
    ctx,
    state,
    ({ connects }) =>
      connects?.accountId === actor?.accountId && connects?.sessionIdHash === actor?.sessionIdHash,
  )
  if (error !== undefined) throw callbackFailure(error, errorDescription)
  const identity = await fetchIdentity(await openProvider(ctx, config), pending, { code, state, iss })
  assertDomainAllowed(config, identity)
  const { authTime, issuedAt } = identity
  if (!isRecentProof(authTime ?? new Date(issuedAt * 1000), ctx.clock.now()))
    throw invalidFields(
      { id_token: 'INVALID_SSO_TOKEN' },
      'the claim "auth_time" is not that of a new sign-in',
    )
  return { identity, provider: config.displayName }
}

export async function disconnect(
  ctx: AuthContext,
  request: WithClient<DisconnectRequest>,
  call: Call,
): Promise<DisconnectResponse> {
  const account = await signedInAccount(ctx, request.actor)
  await assertAllowed(ctx, 'local')
  await assertProved(ctx, account, request, call)
  if (account.sso === null) return {}
  await assertNotManaged(ctx, account)
  const { passwordHash, factors } = account
  if (passwordHash === null && !factors.passkeys?.length) throw new ServiceError('SSO_IS_ONLY_SIGN_IN')
  const { displayName: provider } = await ctx.sso.configs.current()
  await changeFactors(
    ctx,
    account,
    {
      request,
      mail: { kind: 'sso_disconnected', variables: { provider, by: 'owner' } },
      event: { type: 'account.sso', detail: { change: 'unlinked', by: 'owner' } },
      change: async (_, transaction) => {
        if (!(await ctx.accounts.setSsoLink(account, null, transaction))) throw changedMeanwhile()
      },
    },
    call,
  )
  return {}
}

function isLinkedTo({ sso }: Account, { issuer, subject }: Identity): boolean {
  return sso?.issuer === issuer && sso.subject === subject
}

function changedMeanwhile(): ServiceError {
  return unavailable('another request changed the account')
}
