import type { DeleteGuildRequest, DeleteGuildResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'

/** Deletes a guild with its channels, members, overwrites and invites. */
export async function deleteGuild(
  directory: GuildDirectory,
  request: DeleteGuildRequest,
): Promise<DeleteGuildResponse> {
  const checks = fieldChecks()
  const id = checks.id('id', request.id)
  checks.assertValid()

  const deleted = await directory.inTransaction(async (transaction) => {
    if (!(await directory.guilds.remove(transaction, id))) return false
    await directory.hooks.guildDeleted(transaction, id, await directory.channels.idsOfGuild(transaction, id))
    await directory.channels.removeOfGuild(transaction, id)
    await directory.invites.removeOfGuild(transaction, id)
    return true
  })
  await removeLeftovers(directory, id)
  return { deleted }
}

/**
 * Members and overwrites can be too many for one transaction. They are removed after it: nobody is a member of, or can join,
 * a guild that no longer exists. If this is interrupted, deleting or putting the guild again completes it.
 */
export async function removeLeftovers(
  { members, overwrites }: Pick<GuildDirectory, 'members' | 'overwrites'>,
  guildId: string,
): Promise<void> {
  await overwrites.removeOfGuild(guildId)
  await members.removeOfGuild(guildId)
}
