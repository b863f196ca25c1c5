import type { DeleteInviteRequest, DeleteInviteResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import type { GuildDirectory } from '../guild-directory.ts'
import { assertInviteCode } from './invite-code.ts'

export async function deleteInvite(
  directory: Pick<GuildDirectory, 'invites'>,
  request: DeleteInviteRequest,
): Promise<DeleteInviteResponse> {
  return { deleted: await directory.invites.remove(assertInviteCode(request.code)) }
}
