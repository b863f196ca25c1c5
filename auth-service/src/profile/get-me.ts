import type { GetMeRequest, GetMeResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { signedInAccount } from '../accounts/signed-in-account.ts'
import type { AuthContext } from '../context.ts'
import { accountMessage } from './user-message.ts'

export async function getMe(
  ctx: Pick<AuthContext, 'accounts' | 'clock' | 'sms' | 'sso'>,
  request: GetMeRequest,
): Promise<GetMeResponse> {
  return { account: await accountMessage(ctx, await signedInAccount(ctx, request.actor)) }
}
