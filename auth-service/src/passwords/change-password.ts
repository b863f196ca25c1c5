import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { refuseFields } from '../accounts/refuse-fields.ts'
import { type ActContext, recordAct } from '../audit/record-act.ts'
import type { AuthContext } from '../context.ts'
import { forgetTries } from '../throttle/remember-device.ts'
import { newPasswordProblem } from './new-password.ts'

export type ChangeContext = ActContext &
  Pick<
    AuthContext,
    'accounts' | 'breachedPasswords' | 'inTransaction' | 'passwords' | 'sessions' | 'throttle'
  >

export type PasswordChange = {
  newPassword: string
  /** The field of the request that a refusal names. */
  field: string
  by: 'owner' | 'operator'
  /** Who asked, unless an operator did. */
  client?: Client | undefined
  /** The session that stays; left out, all end (contract.md 7 row 11). */
  sessionIdHash?: string | undefined
}

/**
 * Gives an account another password, opens one that too many wrong tries had closed, and ends the other sessions. Whether the caller may is asked before. Fails with
 * INVALID_FORM_BODY `field`:PASSWORD_LENGTH_INVALID or PASSWORD_IS_TOO_COMMON, and with SERVICE_UNAVAILABLE when the sessions
 * cannot be ended or the password was changed at the same time.
 */
export async function changePassword(
  ctx: ChangeContext,
  account: Account,
  change: PasswordChange,
  call: Call,
): Promise<void> {
  const { newPassword, field, sessionIdHash } = change
  refuseFields({ [field]: await newPasswordProblem(ctx, newPassword, account) })
  const hash = await ctx.passwords.hash(newPassword, call.signal)

  await storePassword(ctx, account, hash, change, call)
  await forgetTries(ctx, account)
  // The sweeper ends them if this process does not get so far.
  await endSessions(ctx, account.id, call, sessionIdHash)
  await ctx.accounts.noteSessionsEnded(account.id)
}

async function storePassword(
  ctx: ChangeContext,
  { id: accountId, passwordHash: instead }: Account,
  hash: string,
  { by, client, sessionIdHash }: PasswordChange,
  call: Call,
): Promise<void> {
  const password = { hash, instead, at: new Date(ctx.clock.now()) }
  const type = 'account.password_change'
  await ctx.inTransaction(async (session) => {
    const changed = await ctx.accounts.change(accountId, { password }, session)
    if (changed === null) throw new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 1 } })
    const act = { type, outcome: 'ok', accountId, client, sessionIdHash, detail: { by } } as const
    await recordAct(ctx, call, act, session)
  })
}
