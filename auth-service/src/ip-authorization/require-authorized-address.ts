import { randomInt } from 'node:crypto'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { addressPrefix } from '@gatehouse/service-kit/net/address-prefix'
import { clientFingerprint } from '@gatehouse/service-kit/net/client-fingerprint'
import { digestText, newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import type { SignIn } from '../sign-in/complete-sign-in.ts'
import type { IpAuthorization } from './ip-authorization-document.ts'
import { ipAuthorizationSteps } from './ip-authorization-metrics.ts'
import { networkMark } from './may-fetch.ts'
import { prepareAuthorizationMail } from './prepare-authorization-mail.ts'
import { sealDeviceToken } from './sealed-fields.ts'
import { accountState } from './waiting-sign-in.ts'

export const resendDelayMs = 30_000
const lifetimeMs = 15 * 60_000

type SignInThatWaits = Pick<SignIn, 'client' | 'inviteCode' | 'deviceToken'> & {
  waiterToken: string | undefined
}

/**
 * Called after the right password. If the client address is not authorized, stores the sign-in, mails the owner a token that
 * authorizes it, and fails with IP_AUTHORIZATION_REQUIRED. Fails with RATE_LIMITED if no mail may be sent now; the token of the
 * previous mail stays valid. Returns since when the address is authorized; undefined if that is not required.
 */
export async function requireAuthorizedAddress(
  ctx: AuthContext,
  account: Account,
  signIn: SignInThatWaits,
  call: Call,
): Promise<Date | undefined> {
  const { client } = signIn
  if (ctx.ipAuthorizationMode === 'off') return undefined
  const deviceId = ctx.throttle.devices.deviceOf(signIn.deviceToken, account)
  if (ctx.ipAuthorizationMode === 'unknown_device' && deviceId !== null) return undefined
  const addedAt = await ctx.authorizedAddresses.addedAt(account.id, client.address)
  if (addedAt) return addedAt

  const ticket = newSecret()
  const waiting = newAuthorization(ctx, account, { ...signIn, deviceId }, ticket)
  const detail = { method: 'password', reason: 'ip_authorization' }
  const rejected = { accountId: account.id, client, failed: true, detail }
  const { mail, ...secrets } = await prepareAuthorizationMail(ctx, account, waiting).catch(async (error) => {
    await ctx.audit.emit(call, 'account.sign_in', rejected)
    throw error
  })
  const number = await ctx.inTransaction(async (transaction) => {
    await ctx.ipAuthorizations.endWaiting(waiting, transaction)
    const now = new Date(ctx.clock.now())
    const drawn = newNumber(await ctx.ipAuthorizations.numbersOf(account.id, now, transaction))
    await ctx.ipAuthorizations.add({ ...waiting, ...secrets, number: drawn }, transaction)
    await ctx.mails.add(mail, transaction)
    await ctx.audit.emit(call, 'account.sign_in', rejected, transaction)
    return drawn
  })
  ipAuthorizationSteps.inc({ step: 'required' })
  throw new ServiceError('IP_AUTHORIZATION_REQUIRED', {
    data: {
      ip_authorization_required: true,
      ticket,
      email: account.email,
      resend_available_in: resendDelayMs / 1000,
      number,
    },
  })
}

/**
 * Other than those of the sign-ins that wait. The owner compares it: a program that presses the button of a mailed link has none, and
 * an owner who did not start the sign-in sees none.
 */
function newNumber(taken: string[]): string {
  const free = Array.from({ length: 90 }, (_, index) => String(index + 10)).filter(
    (number) => !taken.includes(number),
  )
  return free[randomInt(Math.max(1, free.length))] ?? '10'
}

function newAuthorization(
  ctx: Pick<AuthContext, 'clock' | 'keyRing'>,
  account: Account,
  { client, inviteCode, deviceToken, deviceId, waiterToken }: SignInThatWaits & { deviceId: string | null },
  ticket: string,
): IpAuthorization {
  const id = digestText(ticket)
  const now = ctx.clock.now()
  return {
    _id: id,
    accountId: account.id,
    accountState: accountState(account),
    addressPrefix: addressPrefix(client.address),
    device: clientFingerprint(client),
    network: networkMark(client),
    ...(waiterToken !== undefined && { waiter: digestText(waiterToken) }),
    ...(deviceId !== null && { deviceId }),
    client,
    ...(inviteCode !== undefined && { inviteCode }),
    ...(deviceToken !== undefined && { deviceToken: sealDeviceToken(ctx, id, deviceToken) }),
    createdAt: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  }
}
