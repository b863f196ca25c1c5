import type { DeleteGuildRequest, DeleteGuildResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fieldChecks } from '../field-checks.ts'
import type { DirectoryStores } from '../local-directory.ts'

/** Deletes a guild and everything that hangs on it, its webhooks included (contract.md 8 row 18). */
export async function deleteGuild(
  directory: DirectoryStores,
  request: DeleteGuildRequest,
): Promise<DeleteGuildResponse> {
  const checks = fieldChecks()
  const id = checks.id('id', request.id)
  checks.done()

  const deleted = await directory.inTransaction(async (session) => {
    if (!(await directory.guilds.remove(session, id))) return false
    await directory.webhooks.forgetGuild(session, id, await directory.channels.idsOfGuild(session, id))
    await directory.channels.removeOfGuild(session, id)
    await directory.invites.removeOfGuild(session, id)
    return true
  })
  await removeLeftovers(directory, id)
  return { deleted }
}

/**
 * What there can be too much of for one transaction. Nobody is a member of a guild that is gone, and no one joins it,
 * so these go afterwards; when that is cut short, deleting again or putting the guild anew finishes it.
 */
export async function removeLeftovers(
  { members, overwrites }: Pick<DirectoryStores, 'members' | 'overwrites'>,
  guildId: string,
): Promise<void> {
  await overwrites.removeOfGuild(guildId)
  await members.removeOfGuild(guildId)
}
