import type {
  AuthorizeIpRequest,
  AuthorizeIpResponse,
  GetIpAuthorizationRequest,
  GetIpAuthorizationResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { clientInfo } from '@gatehouse/service-kit/clients/client-details'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { AuthContext } from '../context.ts'
import { ipAuthorizationSteps } from '../ip-authorization/ip-authorization-metrics.ts'
import { giveBackMails } from '../ip-authorization/prepare-authorization-mail.ts'
import { findByToken, type WaitingSignIn } from '../ip-authorization/waiting-sign-in.ts'

export async function getIpAuthorization(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'ipAuthorizations' | 'locationOf'>,
  { token }: GetIpAuthorizationRequest,
): Promise<GetIpAuthorizationResponse> {
  const { client, createdAt, expiresAt } = (await waitingSignIn(ctx, token)).authorization
  return { createdAt, expiresAt, address: client.address, clientInfo: clientInfo(client, ctx.locationOf) }
}

/** Its client fetches the sign-in then: login/fetch-authorized.ts. Without a number none is compared. */
export async function authorizeIp(
  ctx: AuthContext,
  request: WithClient<AuthorizeIpRequest>,
  call: Call,
): Promise<AuthorizeIpResponse> {
  const waiting = await waitingSignIn(ctx, request.token)
  const { authorization, account } = waiting
  if (request.number !== undefined)
    await compareNumber(ctx, waiting, { ...request, number: request.number }, call)
  await ctx.inTransaction(async (transaction) => {
    const now = new Date(ctx.clock.now())
    if (!(await ctx.ipAuthorizations.approve(authorization, now, transaction))) throw invalidToken()
    const about = { accountId: account.id, client: request.client }
    await ctx.audit.emit(call, 'account.ip_authorization', about, transaction)
  })
  await giveBackMails(ctx, waiting)
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
