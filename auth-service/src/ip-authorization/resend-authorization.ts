import type {
  ResendIpAuthorizationRequest,
  ResendIpAuthorizationResponse,
} from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { AuthContext } from '../context.ts'
import type { IpAuthorization } from './ip-authorization-document.ts'
import { ipAuthorizationSteps } from './ip-authorization-metrics.ts'
import { prepareAuthorizationMail } from './prepare-authorization-mail.ts'
import { resendDelayMs } from './require-authorized-address.ts'
import { findByTicket } from './waiting-sign-in.ts'

export async function resendIpAuthorization(
  ctx: AuthContext,
  { ticket }: ResendIpAuthorizationRequest,
): Promise<ResendIpAuthorizationResponse> {
  const waiting = await findByTicket(ctx, ticket)
  if (waiting === null) throw invalidTicket()
  const { authorization, account } = waiting
  if (authorization.approvedAt ?? authorization.result) throw invalidTicket()
  const now = ctx.clock.now()
  assertResendable(authorization, now)
  const { mail, ...secrets } = await prepareAuthorizationMail(ctx, account, authorization)
  await ctx.inTransaction(async (transaction) => {
    const change = { resentAt: new Date(now), ...secrets }
    if (!(await ctx.ipAuthorizations.resend(authorization._id, change, transaction)))
      throw limitExceeded(authorization, now)
    await ctx.mails.add(mail, transaction)
  })
  ipAuthorizationSteps.inc({ step: 'resent' })
  return {}
}

function assertResendable(authorization: IpAuthorization, now: number): void {
  if (authorization.resentAt) throw limitExceeded(authorization, now)
  const seconds = Math.ceil((authorization.createdAt.getTime() + resendDelayMs - now) / 1000)
  if (seconds <= 0) return
  const data = { resend_available_in: seconds, retry_after: seconds }
  throw new ServiceError('IP_AUTHORIZATION_RESEND_COOLDOWN', { data })
}

/** After the ticket expired, the owner can sign in again. */
function limitExceeded({ expiresAt }: IpAuthorization, now: number): ServiceError {
  const data = { retry_after: Math.ceil((expiresAt.getTime() - now) / 1000) }
  return new ServiceError('IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED', { data })
}

export function invalidTicket(): ServiceError {
  return invalidFields({ ticket: 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET' })
}
