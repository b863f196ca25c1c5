import type { Invite, PutInviteRequest, PutInviteResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import { requireGuild } from '../guild/read-guilds.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { isInviteCode, newInviteCode } from './invite-code.ts'

/** The maximum of the protobuf field. */
const maxUses = 2 ** 32 - 1

/**
 * Creates or changes an invite without changing its uses. Fails with UNKNOWN_GUILD, and with UNKNOWN_CHANNEL for a channel that is
 * not in the guild. The guild of an existing code cannot change.
 */
export async function putInvite(
  directory: Pick<GuildDirectory, 'inTransaction' | 'guilds' | 'channels' | 'invites'>,
  request: PutInviteRequest,
): Promise<PutInviteResponse> {
  const valid = validateInvite(request.invite)
  await requireGuild(directory, valid.guildId)

  const invite = await directory.inTransaction(async (transaction) => {
    const channelExists = await directory.channels.lock(transaction, valid.channelId, valid.guildId)
    if (!channelExists) throw new ServiceError('UNKNOWN_CHANNEL')
    const before = await directory.invites.find(valid.code, transaction)
    if (before && before.guildId !== valid.guildId) {
      throw invalidFields({ 'invite.guild_id': 'FIELD_NOT_ALLOWED' })
    }
    return directory.invites.put(transaction, valid)
  })
  return { invite }
}

function validateInvite(invite: Invite | undefined): Omit<Invite, 'uses'> {
  if (!invite) throw invalidFields({ invite: 'REQUIRED' })
  const checks = fieldChecks()
  if (invite.code !== '' && !isInviteCode(invite.code)) checks.addProblem('invite.code', 'INVALID_FORMAT')
  if (invite.expiresAt && Number.isNaN(invite.expiresAt.getTime())) {
    checks.addProblem('invite.expires_at', 'INVALID_FORMAT')
  }
  if (invite.maxUses === 0)
    checks.addProblem('invite.max_uses', ['NUMBER_OUT_OF_RANGE', { min: 1, max: maxUses }])
  const valid = {
    code: invite.code || newInviteCode(),
    guildId: checks.id('invite.guild_id', invite.guildId),
    channelId: checks.id('invite.channel_id', invite.channelId),
    maxUses: invite.maxUses,
    expiresAt: invite.expiresAt,
  }
  checks.assertValid()
  return valid
}
