import type { Invite, PutInviteRequest, PutInviteResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import { knownGuild } from '../guild/read-guilds.ts'
import type { DirectoryStores } from '../local-directory.ts'
import { drawInviteCode, isInviteCode } from './invite-code.ts'

/**
 * Makes or changes an invite; its uses stay. Fails with UNKNOWN_GUILD, and UNKNOWN_CHANNEL for a channel that is not
 * in the guild. An existing code keeps its guild.
 */
export async function putInvite(
  directory: Pick<DirectoryStores, 'inTransaction' | 'guilds' | 'channels' | 'invites'>,
  request: PutInviteRequest,
): Promise<PutInviteResponse> {
  const accepted = acceptInvite(request.invite)
  await knownGuild(directory, accepted.guildId)

  const invite = await directory.inTransaction(async (session) => {
    const channelStays = await directory.channels.hold(session, accepted.channelId, accepted.guildId)
    if (!channelStays) throw new ServiceError('UNKNOWN_CHANNEL')
    const before = await directory.invites.find(accepted.code, session)
    if (before && before.guildId !== accepted.guildId) {
      throw invalidFields({ 'invite.guild_id': 'FIELD_NOT_ALLOWED' })
    }
    return directory.invites.put(session, accepted)
  })
  return { invite }
}

function acceptInvite(invite: Invite | undefined): Omit<Invite, 'uses'> {
  if (!invite) throw invalidFields({ invite: 'REQUIRED' })
  const checks = fieldChecks()
  if (invite.code !== '' && !isInviteCode(invite.code)) checks.refuse('invite.code', 'INVALID_FORMAT')
  if (invite.expiresAt && Number.isNaN(invite.expiresAt.getTime())) {
    checks.refuse('invite.expires_at', 'INVALID_FORMAT')
  }
  const accepted = {
    code: invite.code || drawInviteCode(),
    guildId: checks.id('invite.guild_id', invite.guildId),
    channelId: checks.id('invite.channel_id', invite.channelId),
    maxUses: invite.maxUses,
    expiresAt: invite.expiresAt,
  }
  checks.done()
  return accepted
}
