import type {
  CompleteLoginWithPasskeyRequest,
  CompleteLoginWithPasskeyResponse,
  StartLoginWithPasskeyRequest,
  StartLoginWithPasskeyResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { isPasskeyFactor } from '../accounts/factors.ts'
import type { AuthContext } from '../context.ts'
import type { PendingLogin } from '../factors/mfa-tickets.ts'
import { passkeyRejected } from '../log-events.ts'
import type { PasskeyProblem } from '../passkeys/passkey-problem.ts'
import { readAssertion } from '../passkeys/passkey-response.ts'
import {
  assertedBy,
  authenticationFailed,
  ownerOf,
  type PasskeyOwner,
  requestOptions,
  usePasskey,
} from '../passkeys/use-passkey.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { deadTicket, type OpenTicket, openTicket } from '../sign-in/open-ticket.ts'

type Request = WithClient<CompleteLoginWithPasskeyRequest>

export async function startLoginWithPasskey(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'factors' | 'passkeys'>,
  { ticket }: StartLoginWithPasskeyRequest,
): Promise<StartLoginWithPasskeyResponse> {
  const { account, ticketKey } = await openTicket(ctx, ticket)
  if (!isPasskeyFactor(account)) throw new ServiceError('NO_PASSKEYS_REGISTERED')
  const { passkeys = [] } = account.factors
  const purpose = { for: 'second-factor', ticketKey } as const
  return { optionsJson: await requestOptions(ctx, { passkeys, purpose }) }
}

/** Passkeys cannot be guessed, so they are not part of the limit of wrong codes of an account. */
export async function completeLoginWithPasskey(
  ctx: AuthContext,
  request: Request,
  call: Call,
): Promise<CompleteLoginWithPasskeyResponse> {
  const { client, deviceToken, challenge } = request
  const ticket = await openTicket(ctx, request.ticket)
  const { ticketKey, account, login } = ticket
  if (!isPasskeyFactor(account)) throw new ServiceError('NO_PASSKEYS_REGISTERED')
  const response = readAssertion(request.responseJson)
  const isIssued = await ctx.passkeys.challenges.take(challenge, { for: 'second-factor', ticketKey })
  const fail = (problem: PasskeyProblem) => {
    passkeyRejected(call, problem, response?.response)
    return wrongPasskey(ctx, ticket, request, problem, call)
  }
  if (!response) throw await fail('form')
  if (!isIssued) throw await fail('challenge')
  const owner = await ownerOf(ctx, response.id, call)
  if (owner.account.id !== account.id) throw await fail('owner')
  const asserted = await assertedBy(ctx, owner, { response, challenge, isSecondFactor: true })
  if (typeof asserted === 'string') throw await fail(asserted)
  if (!(await ctx.factors.tickets.claim(ticketKey))) throw deadTicket()
  const used = await usePasskey(ctx, owner, { asserted, client })
  if (!used) {
    await ctx.factors.tickets.release(ticketKey)
    throw await fail('counter')
  }
  return { signedIn: await signIn(ctx, owner, { login, client, deviceToken }, call) }
}

function signIn(
  ctx: AuthContext,
  { account, passkey }: PasskeyOwner,
  {
    login: { method, inviteCode, sso },
    ...from
  }: Pick<Request, 'client' | 'deviceToken'> & { login: PendingLogin },
  call: Call,
) {
  const factor = { factor: 'webauthn', passkeyId: passkey.id } as const
  return completeSignIn(
    ctx,
    account,
    { client: from.client, deviceToken: from.deviceToken, method, inviteCode, sso, ...factor },
    call,
  )
}

async function wrongPasskey(
  ctx: Pick<AuthContext, 'audit' | 'factors'>,
  { ticketKey, account, login: { method } }: OpenTicket,
  { client }: Request,
  problem: PasskeyProblem,
  call: Call,
): Promise<ServiceError> {
  await ctx.factors.tickets.countFailure(ticketKey)
  const why = problem === 'counter' ? { reason: 'counter' } : { reason: 'passkey', problem }
  const detail = { method, factor: 'webauthn', ...why }
  await ctx.audit.emit(call, 'account.sign_in', { accountId: account.id, client, failed: true, detail })
  return authenticationFailed()
}
