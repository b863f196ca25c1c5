import type {
  DisableAccountRequest,
  DisableAccountResponse,
  EnableAccountRequest,
  EnableAccountResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import { endSessions } from '../accounts/end-sessions.ts'
import type { AuthContext } from '../context.ts'
import { standingChanged } from '../events.ts'
import { accountRecord } from './account-record.ts'

type StandingContext = Pick<AuthContext, 'accounts' | 'sessions'>

/** Closes an account, then ends its sessions; again does no harm. Fails with UNKNOWN_USER, SERVICE_UNAVAILABLE. */
export async function disableAccount(
  ctx: StandingContext,
  { id }: DisableAccountRequest,
  call: Call,
): Promise<DisableAccountResponse> {
  const account = accountRecord(await ctx.accounts.setStanding(id, 'disabled'))
  await endSessions(ctx, id, call)
  standingChanged(call, id, 'disabled')
  return { account }
}

/** Opens an account again. Fails with UNKNOWN_USER. */
export async function enableAccount(
  ctx: Pick<AuthContext, 'accounts'>,
  { id }: EnableAccountRequest,
  call: Call,
): Promise<EnableAccountResponse> {
  const account = accountRecord(await ctx.accounts.setStanding(id, 'active'))
  standingChanged(call, id, 'active')
  return { account }
}
