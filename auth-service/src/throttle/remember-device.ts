import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { deviceNotRemembered } from '../log-events.ts'
import { accountAttemptKey } from './password-attempts.ts'
export type DeviceOwner = Pick<Account, 'id' | 'email' | 'passwordChangedAt'>
type Device = { client?: Client | undefined; deviceToken?: string | undefined }

/** An address is remembered once a day, and known for 30. */
const rememberEveryMs = 24 * 60 * 60_000

/** How long ago the account signed in from the client address; null if that is unknown. */
export function msSinceSignIn(
  { throttle: { attempts } }: Pick<AuthContext, 'throttle'>,
  account: DeviceOwner,
  client: Client,
): Promise<number | null> {
  return attempts.msSinceSignIn(accountAttemptKey(account), client.address)
}

/** Returns the device token; undefined for an account without an email address. `sinceMs`: `msSinceSignIn`. */
export async function rememberDevice(
  ctx: Pick<AuthContext, 'throttle'>,
  account: DeviceOwner,
  { client, deviceToken }: Device,
  sinceMs: number | null = null,
): Promise<string | undefined> {
  const isRemembered = sinceMs !== null && sinceMs < rememberEveryMs
  if (account.email !== null && client && !isRemembered) {
    await ctx.throttle.attempts.rememberAddress(accountAttemptKey(account), client.address)
  }
  return renewDevice(ctx, account, deviceToken)
}

/** Also clears earlier attempts for the email. Best effort, because the account is stored. */
export async function rememberNewAccountDevice(
  ctx: Pick<AuthContext, 'throttle'>,
  account: DeviceOwner,
  device: Device,
  call: Call,
): Promise<string | undefined> {
  try {
    await ctx.throttle.attempts.clearAll(accountAttemptKey(account))
    return await rememberDevice(ctx, account, device)
  } catch (error) {
    deviceNotRemembered(call, account.id, error)
    return undefined
  }
}

/** For the device that presents this token, or for a new one. */
export function renewDevice(
  { throttle }: Pick<AuthContext, 'throttle'>,
  account: DeviceOwner,
  presented: string | undefined,
): string | undefined {
  return account.email === null ? undefined : throttle.devices.renew(presented, account)
}
