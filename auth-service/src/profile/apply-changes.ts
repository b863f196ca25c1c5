import { hasCode, invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import {
  prepareVerification,
  storeVerification,
  type Verification,
} from '../account-changes/prepare-verification.ts'
import { prepareRelease, type Release, releaseEmail } from '../account-changes/release-email.ts'
import { settlePasswordChange } from '../account-changes/settle-password-change.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountChanges } from '../accounts/account-changes.ts'
import { assertNotReserved } from '../accounts/assert-not-reserved.ts'
import { assertStillSignedIn } from '../accounts/assert-still-signed-in.ts'
import type { EmailAddress } from '../accounts/email-address.ts'
import { maskedAddress } from '../accounts/email-address.ts'
import { inMessage, rejectFields } from '../accounts/reject-fields.ts'
import type { AuthContext } from '../context.ts'
import type { MailDocument } from '../mails/mail-document.ts'
import { accountAttemptKey } from '../throttle/password-attempts.ts'
import { rememberDevice } from '../throttle/remember-device.ts'
import { changeEvents } from './change-events.ts'
import { checkTag } from './check-tag.ts'
import type { RequestedUpdate } from './requested-update.ts'

type RequestedChanges = { changes: AccountChanges; request: RequestedUpdate; revertToken: string | null }

export async function applyChanges(
  ctx: AuthContext,
  account: Account,
  { changes, request, revertToken }: RequestedChanges,
  call: Call,
): Promise<Account> {
  const { actor, client } = request
  const address = newAddress(changes)
  const release = await prepareReleaseFor(ctx, { changes, request })
  const { mails, verification } = await prepareMails(ctx, account, { changes, request, revertToken })
  try {
    const changed = await ctx.inTransaction(async (transaction) => {
      if (actor) await assertStillSignedIn(ctx, actor, call, transaction)
      if (address) await assertNotReserved(ctx, { accountId: account.id, ...address }, transaction)
      if (release) await releaseEmail(ctx, release, call, transaction)
      const after = await ctx.accounts.change(account.id, changes, transaction)
      if (after === null) throw changedMeanwhile(changes)
      for (const { type, detail = {} } of changeEvents(account, changes))
        await ctx.audit.emit(call, type, { accountId: account.id, client, actor, detail }, transaction)
      if (changes.email && client) await ctx.authorizedAddresses.add(account.id, client.address, transaction)
      for (const mail of mails) await ctx.mails.add(mail, transaction)
      await storeVerification(ctx, account.id, verification, transaction)
      return after
    })
    await settle(ctx, changed, { changes, request }, call)
    return changed
  } catch (error) {
    if (!lostDrawnDiscriminator(error, request)) throw error
    const { tag, problems } = await checkTag(ctx, account, request)
    rejectFields(inMessage('account', problems))
    const retried = { changes: { ...changes, ...(tag && { tag }) }, request, revertToken }
    return applyChanges(ctx, account, retried, call)
  }
}

/** The new address, and the field that it comes from. */
function newAddress({ email, newEmail }: AccountChanges): { email: EmailAddress; field: string } | null {
  if (email) return { email, field: 'account.email' }
  return newEmail ? { email: newEmail.email, field: 'email_token' } : null
}

/** The code of a mail proved the new address. */
async function prepareReleaseFor(
  ctx: Pick<AuthContext, 'accounts' | 'mails'>,
  { changes: { newEmail }, request: { client } }: Pick<RequestedChanges, 'changes' | 'request'>,
): Promise<Release | null> {
  if (!newEmail) return null
  const { email } = newEmail
  return prepareRelease(ctx, { email, holder: await ctx.accounts.findByEmail(email), client })
}

async function prepareMails(
  ctx: Pick<AuthContext, 'keyRing' | 'mails'>,
  account: Account,
  { changes: { email, newEmail, password }, request: { client }, revertToken }: RequestedChanges,
): Promise<{ mails: (MailDocument | null)[]; verification: Verification | null }> {
  if (email) {
    const verification = await prepareVerification(
      ctx,
      { ...account, email: email.address },
      { client, isFirst: true },
    )
    return { mails: [], verification }
  }
  const cause = ctx.mails.causeOf(client)
  const mails = [
    newEmail && revertToken !== null
      ? await ctx.mails.prepare({
          kind: 'email_change',
          account,
          client,
          variables: {
            ...cause,
            token: revertToken,
            newAddress: maskedAddress(newEmail.email.address),
          },
        })
      : null,
    password
      ? await ctx.mails.prepare({
          kind: 'password_change',
          account,
          client,
          variables: { ...cause, by: 'owner' },
        })
      : null,
  ]
  return { mails, verification: null }
}

/** What is known by the email address begins anew with another one; only the address of the caller stays known. */
async function settle(
  ctx: Pick<AuthContext, 'accounts' | 'sessions' | 'throttle'>,
  changed: Account,
  { changes: { email, newEmail, password }, request }: Pick<RequestedChanges, 'changes' | 'request'>,
  call: Call,
): Promise<void> {
  const revocation = password?.revocation ?? newEmail?.revocation
  const address = email ?? newEmail?.email
  if (revocation) await settlePasswordChange(ctx, changed, revocation, call)
  if (address) await ctx.throttle.attempts.clearAll(accountAttemptKey(changed))
  if (newEmail) await rememberDevice(ctx, changed, { client: request.client })
}

function lostDrawnDiscriminator(error: unknown, { discriminator }: RequestedUpdate): boolean {
  return discriminator === undefined && hasCode(error, 'TAG_ALREADY_TAKEN')
}

function changedMeanwhile({ email, newEmail, password }: AccountChanges): ServiceError {
  if (email) return invalidFields({ 'account.email': 'EMAIL_MUST_BE_CHANGED_VIA_TOKEN' })
  if (newEmail) return invalidFields({ email_token: 'INVALID_EMAIL_TOKEN' })
  return password ? invalidFields({ password: 'INVALID_PASSWORD' }) : new ServiceError('UNAUTHORIZED')
}
