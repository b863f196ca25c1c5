import type {
  DisableAccountRequest,
  DisableAccountResponse,
  EnableAccountRequest,
  EnableAccountResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { type ActContext, recordAct } from '../audit/record-act.ts'
import type { AuthContext } from '../context.ts'
import { accountRecord } from './account-record.ts'

type StandingContext = ActContext & Pick<AuthContext, 'accounts' | 'inTransaction' | 'sessions'>

const longestSeconds = 100 * 365 * 86_400

/**
 * Bans an account, for good or for a while, then ends its sessions; again does no harm. Fails with UNKNOWN_USER,
 * INVALID_FORM_BODY seconds:NUMBER_OUT_OF_RANGE, SERVICE_UNAVAILABLE.
 */
export async function disableAccount(
  ctx: StandingContext,
  { id, seconds }: DisableAccountRequest,
  call: Call,
): Promise<DisableAccountResponse> {
  const until = seconds === undefined ? null : new Date(ctx.clock.now() + 1000 * readSeconds(seconds))
  const account = await setStanding(ctx, id, { standing: 'disabled', until }, call)
  await endSessions(ctx, id, call)
  return { account: accountRecord(account, ctx.clock.now()) }
}

/** Lifts a ban. Fails with UNKNOWN_USER. */
export async function enableAccount(
  ctx: StandingContext,
  { id }: EnableAccountRequest,
  call: Call,
): Promise<EnableAccountResponse> {
  const account = await setStanding(ctx, id, { standing: 'active', until: null }, call)
  return { account: accountRecord(account, ctx.clock.now()) }
}

function readSeconds(seconds: string): number {
  const number = Number(seconds)
  if (number >= 1 && number <= longestSeconds) return number
  throw invalidFields({ seconds: ['NUMBER_OUT_OF_RANGE', { min: 1, max: longestSeconds }] })
}

function setStanding(
  ctx: StandingContext,
  accountId: string,
  { standing, until }: { standing: Account['standing']; until: Date | null },
  call: Call,
): Promise<Account | null> {
  return ctx.inTransaction(async (session) => {
    const account = await ctx.accounts.setStanding(accountId, standing, { until, session })
    if (account === null) return null
    const detail = { standing, ...(until && { until: until.toISOString() }) }
    await recordAct(ctx, call, { type: 'account.standing', outcome: 'ok', accountId, detail }, session)
    return account
  })
}
