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

  const deleted = await directory.inTransaction(async (transaction) => {
    const channel = await directory.channels.find(id, transaction)
    if (!channel) return false
    await directory.channels.remove(transaction, id)
    if (channel.guildId === undefined) return true
    await directory.hooks.channelDeleted(transaction, { guildId: channel.guildId, channelId: id })
    await directory.overwrites.removeOfChannel(transaction, id)
    await directory.invites.removeOfChannel(transaction, id)
    return true
  })
  return { deleted }
}
