import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { deviceNotRemembered } from '../events.ts'
import { accountAttemptKey } from './password-attempts.ts'

type DeviceContext = Pick<AuthContext, 'throttle'>
type Owner = Pick<Account, 'id' | 'email' | 'passwordHash' | 'passwordChangedAt'>
type Device = { client?: Client | undefined; deviceToken?: string | undefined }

/**
 * Knows the place and the device of a sign-in from strangers for 30 days. Returns what the device has to keep; undefined for an
 * account that no password opens.
 */
export async function rememberDevice(
  ctx: DeviceContext,
  account: Owner,
  { client, deviceToken }: Device,
): Promise<string | undefined> {
  if (account.email !== null && account.passwordHash !== null && client) {
    await ctx.throttle.tries.notePlace(account.email, client.address)
  }
  return renewDevice(ctx, account, deviceToken)
}

/** A token for the device that presents this one, or for a new device; undefined for an account that no password opens. */
export function renewDevice(
  { throttle }: DeviceContext,
  account: Owner,
  presented: string | undefined,
): string | undefined {
  const hasPassword = account.email !== null && account.passwordHash !== null
  return hasPassword ? throttle.devices.renew(presented, account) : undefined
}

/**
 * The same for a new account, which starts without what strangers tried while its address belonged to nobody. Best effort, since the
 * account stands already.
 */
export async function rememberNewAccountDevice(
  ctx: DeviceContext,
  account: Owner,
  device: Device,
  call: Call,
): Promise<string | undefined> {
  try {
    await forgetAttempts(ctx, account)
    return await rememberDevice(ctx, account, device)
  } catch (error) {
    deviceNotRemembered(call, account.id, error)
    return undefined
  }
}

/** Forgets every wrong try of an account's password, so that a closed one is open again. Known places stay known. */
export async function forgetFailures(
  { throttle }: DeviceContext,
  account: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  await throttle.tries.keepPlaces(accountAttemptKey(account))
}

/**
 * Forgets the known places as well. For a password that was reset or an address that is new (called once it is stored), for a new
 * account, and for one about to be erased.
 */
export async function forgetAttempts(
  { throttle }: DeviceContext,
  account: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  await throttle.tries.forget(accountAttemptKey(account))
}
