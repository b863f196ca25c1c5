import { hasCode, invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { inMessage, rejectFields } from '../accounts/reject-fields.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import { mailCause } from '../mails/mail-cause.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { type MailContext, prepareMail } from '../mails/prepare-mail.ts'
import { type SettleContext, settlePasswordChange } from '../passwords/settle-password-change.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'
import {
  prepareVerification,
  storeVerification,
  type Verification,
} from '../verification/prepare-verification.ts'
import { changeEvents } from './change-events.ts'
import { checkTag } from './check-tag.ts'
import type { RequestedUpdate } from './requested-update.ts'

export type ApplyContext = EmitContext & SettleContext & MailContext & Pick<AuthContext, 'inTransaction'>

export async function applyChanges(
  ctx: ApplyContext,
  account: Account,
  { changes, request }: { changes: AccountChanges; request: RequestedUpdate },
  call: Call,
): Promise<Account> {
  const { actor, client } = request
  const sessionIdHash = actor?.sessionIdHash ?? ''
  const { mail, verification } = await prepareMails(ctx, account, changes, request)
  try {
    const changed = await ctx.inTransaction(async (transaction) => {
      const after = await ctx.accounts.change(account.id, changes, transaction)
      if (after === null) throw changedMeanwhile(changes)
      for (const event of changeEvents(account, changes)) {
        await emitEvent(ctx, call, { ...event, accountId: account.id, client, sessionIdHash }, transaction)
      }
      await ctx.mails.add(mail, transaction)
      await storeVerification(ctx, account.id, verification, transaction)
      return after
    })
    if (changes.password) await settlePasswordChange(ctx, changed, changes.password.revocation, call)
    else if (changes.email) await ctx.throttle.attempts.clearAll(accountAttemptKey(changed))
    return changed
  } catch (error) {
    if (!lostDrawnDiscriminator(error, request)) throw error
    const { tag, problems } = await checkTag(ctx, account, request)
    rejectFields(inMessage('account', problems))
    return applyChanges(ctx, account, { changes: { ...changes, ...(tag && { tag }) }, request }, call)
  }
}

async function prepareMails(
  ctx: ApplyContext,
  account: Account,
  { email, password }: AccountChanges,
  { client }: RequestedUpdate,
): Promise<{ mail: MailDocument | null; verification: Verification | null }> {
  if (email) {
    const verification = await prepareVerification(ctx, { ...account, email: email.address }, client)
    return { mail: null, verification }
  }
  if (!password) return { mail: null, verification: null }
  const variables = { ...mailCause(ctx, client), by: 'owner' as const }
  const mail = await prepareMail(ctx, { kind: 'password_change', account, client, variables })
  return { mail, verification: null }
}

function lostDrawnDiscriminator(error: unknown, { discriminator }: RequestedUpdate): boolean {
  return discriminator === undefined && hasCode(error, 'TAG_ALREADY_TAKEN')
}

function changedMeanwhile({ email, password }: AccountChanges): ServiceError {
  if (email) return invalidFields({ 'account.email': 'EMAIL_MUST_BE_CHANGED_VIA_TOKEN' })
  return password ? invalidFields({ password: 'INVALID_PASSWORD' }) : new ServiceError('UNAUTHORIZED')
}
