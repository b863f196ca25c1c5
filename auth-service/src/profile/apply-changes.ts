import type { UpdateMeRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { hasCode, invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { type SettleContext, settlePasswordChange } from '../passwords/settle-password-change.ts'
import { forgetAttempts } from '../throttle/remember-device.ts'
import { changeEvents } from './change-events.ts'
import { checkTag } from './check-tag.ts'

export type ApplyContext = EmitContext & SettleContext & Pick<AuthContext, 'inTransaction'>

/**
 * Makes the changes and their acts in one step. After a new password the calling session is the only one left; a new address
 * starts without what strangers tried on it before.
 */
export async function applyChanges(
  ctx: ApplyContext,
  account: Account,
  { changes, request }: { changes: AccountChanges; request: UpdateMeRequest },
  call: Call,
): Promise<Account> {
  const { actor, client } = request
  const sessionIdHash = actor?.sessionIdHash ?? ''
  try {
    const changed = await ctx.inTransaction(async (session) => {
      const after = await ctx.accounts.change(account.id, changes, session)
      if (after === null) throw changedMeanwhile(changes)
      for (const act of changeEvents(account, changes)) {
        await emitEvent(ctx, call, { ...act, accountId: account.id, client, sessionIdHash }, session)
      }
      return after
    })
    if (changes.password) await settlePasswordChange(ctx, changed, changes.password.revocation, call)
    else if (changes.email) await forgetAttempts(ctx, changed)
    return changed
  } catch (error) {
    if (!lostItsNumber(error, request)) throw error
    const { tag, problems } = await checkTag(ctx, account, request)
    if (!tag) throw invalidFields(problems)
    return applyChanges(ctx, account, { changes: { ...changes, tag }, request }, call)
  }
}

/** A number that was drawn, not chosen, went to somebody else meanwhile: another one does as well. */
function lostItsNumber(error: unknown, { discriminator }: UpdateMeRequest): boolean {
  return discriminator === undefined && hasCode(error, 'TAG_ALREADY_TAKEN')
}

function changedMeanwhile({ email, password }: AccountChanges): ServiceError {
  if (email) return invalidFields({ email: 'EMAIL_MUST_BE_CHANGED_VIA_TOKEN' })
  return password ? invalidFields({ password: 'INVALID_PASSWORD' }) : new ServiceError('UNAUTHORIZED')
}
