import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { deviceNotRemembered } from '../log-events.ts'
import { accountAttemptKey } from './password-attempts.ts'
export type DeviceOwner = Pick<Account, 'id' | 'email' | 'passwordChangedAt'>
type Device = { client?: Client | undefined; deviceToken?: string | undefined }

/** Whether the account signed in from this device or client address within 30 days. */
export async function isKnownSource(
  { throttle: { attempts, devices } }: Pick<AuthContext, 'throttle'>,
  account: DeviceOwner,
  { client, deviceToken }: Device,
): Promise<boolean> {
  if (devices.deviceOf(deviceToken, account) !== null) return true
  return client !== undefined && attempts.isKnownAddress(accountAttemptKey(account), client.address)
}

/** For 30 days. Returns the device token; undefined for an account without an email address. */
export async function rememberDevice(
  ctx: Pick<AuthContext, 'throttle'>,
  account: DeviceOwner,
  { client, deviceToken }: Device,
): Promise<string | undefined> {
  if (account.email !== null && client) {
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
