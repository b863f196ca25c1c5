import type {
  FindAccountRequest,
  FindAccountResponse,
  GetAccountRequest,
  GetAccountResponse,
} from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { readEmailAddress } from '../accounts/email-address.ts'
import type { AuthContext } from '../context.ts'
import { accountRecord } from './account-record.ts'

export async function findAccount(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  request: FindAccountRequest,
): Promise<FindAccountResponse> {
  const address = readEmailAddress(request.email)
  const account = address && (await ctx.accounts.findByEmail(address))
  return { account: accountRecord(account, ctx.clock.now()) }
}

export async function getAccount(
  ctx: Pick<AuthContext, 'accounts' | 'clock'>,
  request: GetAccountRequest,
): Promise<GetAccountResponse> {
  return { account: accountRecord(await ctx.accounts.find(request.id), ctx.clock.now()) }
}
