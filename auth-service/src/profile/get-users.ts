import type { GetUsersRequest, GetUsersResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import type { AuthContext } from '../context.ts'
import { deletedUserMessage, userMessage } from './user-message.ts'

const maxIds = 1000

export async function getUsers(
  ctx: Pick<AuthContext, 'accounts'>,
  { ids }: GetUsersRequest,
): Promise<GetUsersResponse> {
  assertListLength('ids', ids, maxIds)
  const found = new Map((await ctx.accounts.findMany(ids)).map((account) => [account.id, account]))
  const users = ids.map((id) => {
    const account = found.get(id)
    return account ? userMessage(account) : deletedUserMessage(id)
  })
  return { users }
}
