import type { DeleteMemberRequest, DeleteMemberResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'

/** Deletes a member with their overwrites in the channels of the guild. */
export async function deleteMember(
  directory: Pick<GuildDirectory, 'inTransaction' | 'members' | 'overwrites'>,
  request: DeleteMemberRequest,
): Promise<DeleteMemberResponse> {
  const checks = fieldChecks()
  const guildId = checks.id('guild_id', request.guildId)
  const userId = checks.id('user_id', request.userId)
  checks.assertValid()

  const deleted = await directory.inTransaction(async (transaction) => {
    if (!(await directory.members.remove(transaction, guildId, userId))) return false
    await directory.overwrites.removeOfMember(transaction, guildId, userId)
    return true
  })
  return { deleted }
}
