import type {
  PollIpAuthorizationRequest,
  PollIpAuthorizationResponse,
  SignedIn,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { unavailable } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import type { AuthContext } from '../context.ts'
import type { IpAuthorization } from '../ip-authorization/ip-authorization-document.ts'
import { ipAuthorizationSteps } from '../ip-authorization/ip-authorization-metrics.ts'
import { mayFetch } from '../ip-authorization/may-fetch.ts'
import { invalidTicket } from '../ip-authorization/resend-authorization.ts'
import { openDeviceToken, openResult, sealResult } from '../ip-authorization/sealed-fields.ts'
import { accountState, findByTicket, type WaitingSignIn } from '../ip-authorization/waiting-sign-in.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'

/** How long a client whose response was lost can read its session again. */
const resultLifetimeMs = 60_000

type Fetched = WaitingSignIn & { claimedAt: Date; signedIn: SignedIn; sessionIdHash: string | undefined }

/** The session begins when it is fetched: one that nobody fetches does not exist. */
export async function pollIpAuthorization(
  ctx: AuthContext,
  request: WithClient<PollIpAuthorizationRequest>,
  call: Call,
): Promise<PollIpAuthorizationResponse> {
  const waiting = await findByTicket(ctx, request.ticket)
  if (waiting === null) throw invalidTicket()
  const { authorization, account } = waiting
  const deviceId = ctx.throttle.devices.deviceOf(request.deviceToken, account)
  if (request.peek || !mayFetch(authorization, { ...request, deviceId })) return { signedIn: undefined }
  if (authorization.result !== undefined) return { signedIn: await fetchAgain(ctx, authorization, call) }
  return { signedIn: authorization.approvedAt && (await fetchSession(ctx, waiting, request, call)) }
}

/** Not a session that was ended since. */
async function fetchAgain(
  ctx: Pick<AuthContext, 'keyRing' | 'sessions'>,
  { _id, accountId, result = '', sessionIdHash }: IpAuthorization,
  call: Call,
): Promise<SignedIn | undefined> {
  if (sessionIdHash !== undefined) {
    const { sessions } = await ctx.sessions.list({ accountId }, call)
    if (!sessions.some(({ idHash }) => idHash === sessionIdHash)) return undefined
  }
  return openResult(ctx, _id, result)
}

/** Undefined while another request fetches it. If a step fails, it can be fetched again. */
async function fetchSession(
  ctx: AuthContext,
  waiting: WaitingSignIn,
  { client, deviceToken: presented }: WithClient<PollIpAuthorizationRequest>,
  call: Call,
): Promise<SignedIn | undefined> {
  const { authorization, account } = waiting
  const { _id, inviteCode, deviceToken: sealed } = authorization
  const claimedAt = new Date(ctx.clock.now())
  if (!(await ctx.ipAuthorizations.claim(_id, claimedAt))) return undefined
  const deviceToken = presented ?? (sealed && openDeviceToken(ctx, _id, sealed))
  const signIn = { client, method: 'ip_authorization', inviteCode, deviceToken } as const
  try {
    const signedIn = await completeSignIn(
      ctx,
      account,
      {
        ...signIn,
        store: (created, transaction) => storeResult(ctx, { ...waiting, ...created, claimedAt }, transaction),
      },
      call,
    )
    ipAuthorizationSteps.inc({ step: 'fetched' })
    return signedIn
  } catch (error) {
    await ctx.ipAuthorizations.release(_id)
    throw error
  }
}

async function storeResult(
  ctx: Pick<AuthContext, 'authorizedAddresses' | 'clock' | 'ipAuthorizations' | 'keyRing'>,
  { authorization, account, claimedAt, signedIn, sessionIdHash }: Fetched,
  transaction: StoreSession,
): Promise<void> {
  const { _id, client } = authorization
  const completion = {
    result: sealResult(ctx, _id, signedIn),
    ...(sessionIdHash !== undefined && { sessionIdHash }),
    expiresAt: new Date(ctx.clock.now() + resultLifetimeMs),
    // The sign-in reopened an account that was closed.
    accountState: accountState({ ...account, closedAt: null }),
  }
  if (!(await ctx.ipAuthorizations.complete({ _id, claimedAt }, completion, transaction)))
    throw unavailable('another request fetched the sign-in, or it ended')
  await ctx.authorizedAddresses.add(account.id, client.address, transaction)
}
