import type { Client } from '@gatehouse/proto/gen/common/v1/client'
import type { Call } from '@gatehouse/service-kit/grpc/handle'
import type { Account } from '../accounts/account.ts'
import type { AuthContext } from '../context.ts'
import { deviceNotRemembered } from '../events.ts'
import { triedAs } from './password-tries.ts'

type DeviceContext = Pick<AuthContext, 'throttle'>
type Owner = Pick<Account, 'id' | 'email' | 'passwordHash' | 'passwordChangedAt'>
type Device = { client?: Client | undefined; deviceToken?: string | undefined }

/**
 * Knows the place and the device of a sign-in from strangers for 30 days (contract.md 7 row 6). Answers what the device has to
 * keep; undefined for an account that no password opens.
 */
export async function rememberDevice(
  { throttle }: DeviceContext,
  account: Owner,
  { client, deviceToken }: Device,
): Promise<string | undefined> {
  if (account.email === null || account.passwordHash === null) return undefined
  if (client) await throttle.tries.notePlace(account.email, client.address)
  return throttle.devices.renew(deviceToken, account)
}

/**
 * The same for a new account, which starts without what strangers tried while its address belonged to nobody. Best effort, since the
 * account stands already.
 */
export async function welcomeDevice(
  ctx: DeviceContext,
  account: Owner,
  device: Device,
  call: Call,
): Promise<string | undefined> {
  try {
    await forgetTries(ctx, account)
    return await rememberDevice(ctx, account, device)
  } catch (error) {
    deviceNotRemembered(call, account.id, error)
    return undefined
  }
}

/**
 * Forgets every wrong try of an account's password, so that a closed one is open again, and every place it signed in from. For a
 * password or an address that is new (called once it stands), an account that is, and one about to be erased.
 */
export async function forgetTries(
  { throttle }: DeviceContext,
  account: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  await throttle.tries.forget(triedAs(account))
}
