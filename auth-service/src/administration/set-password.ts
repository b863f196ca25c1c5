import type { SetPasswordRequest, SetPasswordResponse } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { changePassword } from '../account-changes/change-password.ts'
import type { AuthContext } from '../context.ts'
import { accountRecord } from './account-record.ts'

/** The delay or lock after wrong passwords does not apply here, and ends. */
export async function setPassword(
  ctx: AuthContext,
  { id, password }: SetPasswordRequest,
  call: Call,
): Promise<SetPasswordResponse> {
  const account = await ctx.accounts.find(id)
  if (account === null) throw new ServiceError('UNKNOWN_USER')
  await changePassword(ctx, account, { newPassword: password, field: 'password', by: 'operator' }, call)
  return { account: accountRecord(await ctx.accounts.find(id), ctx.clock.now()) }
}
