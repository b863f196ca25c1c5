import type {
  CompleteTestRequest,
  CompleteTestResponse,
  SsoCheck,
  StartTestRequest,
  StartTestResponse,
} from '@gatehouse/proto/gen/auth/v1/sso'
import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { rejectionReason, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuthContext } from '../context.ts'
import { beginAuthorization, takeAuthorization } from '../single-sign-on/authorization-request.ts'
import { callbackFailure } from '../single-sign-on/callback-failure.ts'
import { previewOfIdentity } from '../single-sign-on/decide-account.ts'
import { fetchIdentity } from '../single-sign-on/fetch-identity.ts'
import { openProvider } from '../single-sign-on/provider-failure.ts'
import type { Identity } from '../single-sign-on/read-identity.ts'
import type { StoredConfig } from '../single-sign-on/sso-config-store.ts'
import type { PendingSso } from '../single-sign-on/sso-states.ts'
import { administrator } from './manage-config.ts'
import { failed, passed } from './sso-check.ts'

type Callback = Omit<CompleteTestRequest, 'actor'>

/** The administrator signs in at the provider, so that what it says about people is seen before they depend on it. */
export async function startTest(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  { actor }: StartTestRequest,
  call: Call,
): Promise<StartTestResponse> {
  await administrator(ctx, actor)
  // The session is the secret of the browser, so nobody gets one that could complete a sign-in.
  const secret = { fromBrowser: true, verifierDigest: digestText(newSecret()) }
  return beginAuthorization(
    ctx,
    { redirectTo: '', ...secret, tests: sessionOf(actor) },
    { freshSignIn: true },
    call,
  )
}

export async function completeTest(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sso'>,
  { actor, ...callback }: CompleteTestRequest,
): Promise<CompleteTestResponse> {
  await administrator(ctx, actor)
  const session = sessionOf(actor)
  const isExpected = ({ tests }: PendingSso) =>
    tests?.accountId === session.accountId && tests.sessionIdHash === session.sessionIdHash
  const { config, pending } = await takeAuthorization(ctx, callback.state, isExpected, { isTest: true })
  const read = await explained('sign_in', () => identityOf(ctx, config, pending, callback))
  if ('check' in read) return { checks: [read.check] }
  const signIn = passed('sign_in', 'The provider signed you in, and its answer is valid.')
  return { checks: [signIn, claimsCheck(read.result), await accountCheck(ctx, config, read.result)] }
}

async function identityOf(
  ctx: Pick<AuthContext, 'sso'>,
  config: StoredConfig,
  pending: PendingSso,
  { code, state, iss, error, errorDescription }: Callback,
): Promise<Identity> {
  if (error !== undefined) throw callbackFailure(error, errorDescription)
  return fetchIdentity(await openProvider(ctx, config), pending, { code, state, iss })
}

/** Names what people depend on; never the values. */
function claimsCheck({ emailVerified, name, authTime, sid }: Identity): SsoCheck {
  const received = {
    sub: true,
    email: true,
    email_verified: emailVerified !== null,
    name: name !== null,
    auth_time: authTime !== null,
    sid: sid !== null,
  }
  const names = Object.entries(received)
  const sent = names.flatMap(([claim, isSent]) => (isSent ? [claim] : []))
  const missing = names.flatMap(([claim, isSent]) =>
    isSent ? [] : [`"${claim}" is missing: ${consequences[claim]}`],
  )
  return passed('claims', [`Received: ${sent.join(', ')}.`, ...missing].join(' '))
}

const consequences: Readonly<Record<string, string>> = {
  email_verified:
    'existing accounts are not linked by their address, so their owners connect them, or an operator links them.',
  name: 'new accounts have no display name.',
  auth_time: 'people who have neither password nor passkey here prove their identity with a code by mail.',
  sid: 'a logout at the provider ends all sessions of the person.',
}

const previews = {
  known: 'You would sign in to the account that is linked to you.',
  link: 'You would sign in to the account with your address, which would be linked to you.',
  create: 'A new account would be created for you.',
} as const

async function accountCheck(
  ctx: Pick<AuthContext, 'accounts'>,
  config: StoredConfig,
  identity: Identity,
): Promise<SsoCheck> {
  const previewed = await explained('account', () => previewOfIdentity(ctx, config, identity))
  return 'check' in previewed ? previewed.check : passed('account', previews[previewed.result])
}

/** What is wrong with the provider, its settings or the person is a result of the test. */
async function explained<T>(
  name: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { check: SsoCheck }> {
  try {
    return { result: await work() }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const reason = rejectionReason(error) ?? (error.cause instanceof Error ? error.cause.message : error.code)
    return { check: failed(name, `This failed: ${reason}.`) }
  }
}

function sessionOf(actor: Actor | undefined): { accountId: string; sessionIdHash: string } {
  return { accountId: actor?.accountId ?? '', sessionIdHash: actor?.sessionIdHash ?? '' }
}
