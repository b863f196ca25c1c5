import type {
  AuthorizeIpRequest,
  AuthorizeIpResponse,
  GetIpAuthorizationRequest,
  GetIpAuthorizationResponse,
  SignedIn,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { clientInfo } from '@gatehouse/service-kit/clients/client-details'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuthContext } from '../context.ts'
import { ipAuthorizationSteps } from '../ip-authorization/ip-authorization-metrics.ts'
import { openDeviceToken, sealResult } from '../ip-authorization/sealed-fields.ts'
import { accountState, findByToken, type WaitingSignIn } from '../ip-authorization/waiting-sign-in.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'

/** How long the client that waits can read its session. */
const resultLifetimeMs = 60_000

export async function getIpAuthorization(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'ipAuthorizations' | 'locationOf'>,
  { token }: GetIpAuthorizationRequest,
): Promise<GetIpAuthorizationResponse> {
  const { client, createdAt, expiresAt } = (await waitingSignIn(ctx, token)).authorization
  return { createdAt, expiresAt, address: client.address, clientInfo: clientInfo(client, ctx.locationOf) }
}

/** If a later step fails, the token can be used again. Without a number none is compared. */
export async function authorizeIp(
  ctx: AuthContext,
  request: WithClient<AuthorizeIpRequest>,
  call: Call,
): Promise<AuthorizeIpResponse> {
  const waiting = await waitingSignIn(ctx, request.token)
  const { authorization, account } = waiting
  if (request.number !== undefined)
    await compareNumber(ctx, waiting, { ...request, number: request.number }, call)
  const claimedAt = new Date(ctx.clock.now())
  if (!(await ctx.ipAuthorizations.claim(authorization, claimedAt))) throw invalidToken()

  const { _id, client, inviteCode, deviceToken: sealed } = authorization
  const deviceToken = sealed && openDeviceToken(ctx, _id, sealed)
  const signIn = { client, method: 'ip_authorization', inviteCode, deviceToken } as const
  const store = (signedIn: SignedIn, transaction: StoreSession) =>
    storeResult(ctx, { ...waiting, claimedAt, signedIn, request }, call, transaction)
  try {
    await completeSignIn(ctx, account, { ...signIn, store }, call)
  } catch (error) {
    await ctx.ipAuthorizations.release(_id)
    throw error
  }
  ipAuthorizationSteps.inc({ step: 'authorized' })
  return {}
}

async function compareNumber(
  ctx: Pick<AuthContext, 'audit' | 'ipAuthorizations'>,
  { authorization: { _id, number: expected }, account }: WaitingSignIn,
  { number: typed, client }: WithClient<AuthorizeIpRequest> & { number: string },
  call: Call,
): Promise<void> {
  const number = cleanPasted(typed)
  if (!/^\d\d$/.test(number)) throw invalidNumber()
  if (expected === undefined) return
  if (!(await ctx.ipAuthorizations.takeNumber(_id))) throw invalidToken()
  if (sameSecret(number, expected)) return ctx.ipAuthorizations.refundNumber(_id)
  await ctx.audit.emit(call, 'account.ip_authorization', { accountId: account.id, client, failed: true })
  throw invalidNumber()
}

type Completed = WaitingSignIn & {
  claimedAt: Date
  signedIn: SignedIn
  request: WithClient<AuthorizeIpRequest>
}

async function storeResult(
  ctx: Pick<AuthContext, 'audit' | 'clock' | 'ipAuthorizations' | 'keyRing'>,
  { authorization: { _id }, account, claimedAt, signedIn, request }: Completed,
  call: Call,
  transaction: StoreSession,
): Promise<void> {
  const result = sealResult(ctx, _id, signedIn)
  const expiresAt = new Date(ctx.clock.now() + resultLifetimeMs)
  // The sign-in reopened an account that was closed.
  const completion = { result, expiresAt, accountState: accountState({ ...account, closedAt: null }) }
  if (!(await ctx.ipAuthorizations.complete({ _id, claimedAt }, completion, transaction)))
    throw unavailable('another request claimed the authorization')
  const about = { accountId: account.id, client: request.client }
  await ctx.audit.emit(call, 'account.ip_authorization', about, transaction)
}

async function waitingSignIn(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'ipAuthorizations'>,
  token: string,
): Promise<WaitingSignIn> {
  const waiting = await findByToken(ctx, token)
  if (waiting === null) throw invalidToken()
  return waiting
}

function invalidNumber() {
  return invalidFields({ number: 'INVALID_AUTHORIZATION_NUMBER' })
}

function invalidToken() {
  return invalidFields({ token: 'INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN' })
}
