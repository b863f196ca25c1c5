import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { digest, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import { type EmitContext, emitEvent } from '../audit/emit-event.ts'
import type { AuthContext } from '../context.ts'
import type { MailContext } from '../mails/prepare-mail.ts'
import type { SignIn } from '../sign-in/complete-sign-in.ts'
import type { IpAuthorization } from './ip-authorization-document.ts'
import { ipAuthorizationSteps } from './ip-authorization-metrics.ts'
import { prepareAuthorizationMail } from './prepare-authorization-mail.ts'
import { accountState, deviceDigest } from './waiting-sign-in.ts'

type AddressContext = EmitContext &
  MailContext &
  Pick<AuthContext, 'authorizedAddresses' | 'inTransaction' | 'ipAuthorizationEnabled' | 'ipAuthorizations'>

export const resendDelayMs = 30_000
const lifetimeMs = 15 * 60_000

/**
 * To be called after the right password. From another address the sign-in waits until the owner authorizes it:
 * fails with IP_AUTHORIZATION_REQUIRED, and mails the owner.
 */
export async function assertAddressAuthorized(
  ctx: AddressContext,
  account: Account,
  signIn: SignIn,
  call: Call,
): Promise<void> {
  const { client } = signIn
  if (!ctx.ipAuthorizationEnabled || (await ctx.authorizedAddresses.has(account.id, client.address))) return

  const ticket = newSecret()
  const waiting = newAuthorization(account, signIn, { ticket, now: ctx.clock.now() })
  const { mail, tokenDigest } = await prepareAuthorizationMail(ctx, account, waiting)
  await ctx.inTransaction(async (transaction) => {
    // Without a mail, the token that was mailed before stays valid.
    if (mail) await ctx.ipAuthorizations.endWaiting(waiting, transaction)
    await ctx.ipAuthorizations.add({ ...waiting, ...(tokenDigest && { tokenDigest }) }, transaction)
    await ctx.mails.add(mail, transaction)
    const detail = { method: 'password', reason: 'ip_authorization' }
    const event = { type: 'account.sign_in', outcome: 'failed', client, detail } as const
    await emitEvent(ctx, call, { ...event, accountId: account.id }, transaction)
  })
  ipAuthorizationSteps.inc({ step: 'required' })
  throw new ServiceError('IP_AUTHORIZATION_REQUIRED', {
    data: {
      ip_authorization_required: true,
      ticket,
      email: account.email,
      resend_available_in: resendDelayMs / 1000,
    },
  })
}

function newAuthorization(
  account: Account,
  { client, inviteCode, deviceToken }: SignIn,
  { ticket, now }: { ticket: string; now: number },
): IpAuthorization {
  return {
    _id: digest(ticket).toString('base64url'),
    accountId: account.id,
    accountState: accountState(account),
    addressPrefix: addressPrefix(client.address),
    device: deviceDigest(client),
    client,
    ...(inviteCode !== undefined && { inviteCode }),
    ...(deviceToken !== undefined && { deviceToken }),
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  }
}
