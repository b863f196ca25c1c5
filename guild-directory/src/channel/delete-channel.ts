import type { DeleteChannelRequest, DeleteChannelResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'

/** Deletes a channel with its overwrites and invites. */
export async function deleteChannel(
  directory: GuildDirectory,
  request: DeleteChannelRequest,
): Promise<DeleteChannelResponse> {
  const checks = fieldChecks()
  const id = checks.id('id', request.id)
  checks.assertValid()

  const deleted = await directory.inTransaction(async (session) => {
    const channel = await directory.channels.find(id, session)
    if (!channel) return false
    await directory.channels.remove(session, id)
    if (channel.guildId === '') return true
    await directory.hooks.channelDeleted(session, { guildId: channel.guildId, channelId: id })
    await directory.overwrites.removeOfChannel(session, id)
    await directory.invites.removeOfChannel(session, id)
    return true
  })
  return { deleted }
}
