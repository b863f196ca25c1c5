import type {
  AuthorizeIpRequest,
  AuthorizeIpResponse,
  GetIpAuthorizationRequest,
  GetIpAuthorizationResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { clientInfo } from '@gatehouse/service-kit/clients/client-details'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { invalidFields, type ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { sameSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { emailedCodeMacs } from '../accounts/emailed-code.ts'
import type { AuthContext } from '../context.ts'
import { ipAuthorizationSteps } from '../ip-authorization/ip-authorization-metrics.ts'
import { giveBackMails, signInCodeOf } from '../ip-authorization/prepare-authorization-mail.ts'
import { invalidTicket } from '../ip-authorization/resend-authorization.ts'
import { findByTicket, findByToken, type WaitingSignIn } from '../ip-authorization/waiting-sign-in.ts'
import { refundOnError } from '../throttle/counted-attempt.ts'

export async function getIpAuthorization(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'ipAuthorizations' | 'locationOf'>,
  { token }: GetIpAuthorizationRequest,
): Promise<GetIpAuthorizationResponse> {
  const { authorization, account } = await waitingSignIn(ctx, token)
  const { client, createdAt, expiresAt } = authorization
  const { email, username } = account
  const device = { address: client.address, clientInfo: clientInfo(client, ctx.locationOf) }
  return { createdAt, expiresAt, ...device, email: email ?? '', username }
}

/** Its client fetches the sign-in then: login/fetch-authorized.ts. Without a number none is compared. */
export async function authorizeIp(
  ctx: AuthContext,
  request: WithClient<AuthorizeIpRequest>,
  call: Call,
): Promise<AuthorizeIpResponse> {
  const { token, number, code } = request
  if (token === '' && code !== undefined) {
    const waiting = await takeRightCode(ctx, { ...request, code }, call)
    const refund = () => ctx.ipAuthorizations.refundCode(waiting.authorization)
    await refundOnError({ refund }, () => approve(ctx, waiting, request, call, endedCode))
    return {}
  }
  const waiting = await waitingSignIn(ctx, token)
  if (number !== undefined) await compareNumber(ctx, waiting, { ...request, number }, call)
  await approve(ctx, waiting, request, call, invalidToken)
  return {}
}

async function approve(
  ctx: AuthContext,
  waiting: WaitingSignIn,
  { client }: WithClient<AuthorizeIpRequest>,
  call: Call,
  ended: () => ServiceError,
): Promise<void> {
  const { authorization, account } = waiting
  await ctx.inTransaction(async (transaction) => {
    const now = new Date(ctx.clock.now())
    if (!(await ctx.ipAuthorizations.approve(authorization, now, transaction))) throw ended()
    await ctx.audit.emit(call, 'account.ip_authorization', { accountId: account.id, client }, transaction)
  })
  await giveBackMails(ctx, waiting)
  ipAuthorizationSteps.inc({ step: 'authorized' })
}

async function takeRightCode(
  ctx: AuthContext,
  { client, ticket = '', code }: WithClient<AuthorizeIpRequest> & { code: string },
  call: Call,
): Promise<WaitingSignIn> {
  const waiting = await findByTicket(ctx, ticket)
  if (waiting === null) throw invalidTicket()
  const { account, authorization } = waiting
  const macs = emailedCodeMacs(ctx.keyRing, signInCodeOf(authorization._id), code)
  if (!macs) throw invalidCode()
  const taken = await ctx.ipAuthorizations.takeCode(authorization._id)
  if (!taken?.code) throw endedCode()
  if (macs.includes(taken.code.mac)) return { account, authorization: taken }
  await ctx.audit.emit(call, 'account.ip_authorization', { accountId: account.id, client, failed: true })
  throw invalidCode()
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

function invalidCode() {
  return invalidFields({ code: 'INVALID_VERIFICATION_CODE' })
}

function endedCode() {
  return invalidFields({ code: 'VERIFICATION_CODE_EXPIRED' })
}

function invalidNumber() {
  return invalidFields({ number: 'INVALID_AUTHORIZATION_NUMBER' })
}

function invalidToken() {
  return invalidFields({ token: 'INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN' })
}
