import type {
  MemberPermissionsRequest,
  MemberPermissionsResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { allPermissions } from '@gatehouse/proto/guilds/permissions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import { requireGuild } from '../guild/read-guilds.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { effectiveBits } from './effective-bits.ts'

type Directory = Pick<GuildDirectory, 'guilds' | 'channels' | 'members' | 'overwrites'>

/**
 * What a user may do in a guild, or in one of its channels if `channel_id` is set. The owner has all permissions, also
 * without a member document. Fails with UNKNOWN_GUILD, and with UNKNOWN_CHANNEL for a channel that is not in the guild.
 */
export async function memberPermissions(
  { guilds, channels, members, overwrites }: Directory,
  request: MemberPermissionsRequest,
): Promise<MemberPermissionsResponse> {
  const checks = fieldChecks()
  const guildId = checks.id('guild_id', request.guildId)
  const userId = checks.id('user_id', request.userId)
  const channelId = checks.optionalId('channel_id', request.channelId)
  checks.assertValid()

  const [guild, channel, member, overwrite] = await Promise.all([
    requireGuild({ guilds }, guildId),
    channelId === undefined ? null : channels.find(channelId),
    members.find(guildId, userId),
    channelId === undefined ? null : overwrites.find(channelId, userId),
  ])
  if (channelId !== undefined && channel?.guildId !== guildId) throw new ServiceError('UNKNOWN_CHANNEL')
  if (guild.ownerId === userId) return { isMember: true, isOwner: true, permissions: String(allPermissions) }
  if (!member) return { isMember: false, isOwner: false, permissions: '0' }
  return { isMember: true, isOwner: false, permissions: String(effectiveBits(member.bits, overwrite)) }
}
