import type {
  MemberPermissionsRequest,
  MemberPermissionsResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { allPermissions } from '@gatehouse/proto/guilds/permissions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { assertListLength } from '@gatehouse/service-kit/fields/list-length'
import { fieldChecks } from '../field-checks.ts'
import { requireGuild } from '../guild/read-guilds.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import type { Overwrite } from '../overwrite/overwrite-store.ts'
import { effectiveBits } from './effective-bits.ts'

type Directory = Pick<GuildDirectory, 'guilds' | 'channels' | 'members' | 'overwrites'>

const maxChannels = 1000

/**
 * What a user may do in a guild, or in one of its channels if `channel_id` is set, and in each of `channel_ids`. The owner has all permissions, also
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
  assertListLength('channel_ids', request.channelIds, maxChannels)
  for (const [index, id] of request.channelIds.entries()) checks.id(`channel_ids[${index}]`, id)
  checks.assertValid()

  const [guild, channel, member, overwrite] = await Promise.all([
    requireGuild({ guilds }, guildId),
    channelId === undefined ? null : channels.find(channelId),
    members.find(guildId, userId),
    channelId === undefined ? null : overwrites.find(channelId, userId),
  ])
  if (channelId !== undefined && channel?.guildId !== guildId) throw new ServiceError('UNKNOWN_CHANNEL')
  const isOwner = guild.ownerId === userId
  const bitsWith = (found: Overwrite | null) => {
    if (isOwner) return allPermissions
    return member ? effectiveBits(member.bits, found) : 0n
  }
  const inChannel = async (id: string) => {
    const [each, itsOverwrite] = await Promise.all([channels.find(id), overwrites.find(id, userId)])
    return [id, String(each?.guildId === guildId ? bitsWith(itsOverwrite) : 0n)] as const
  }
  return {
    isMember: isOwner || member !== null,
    isOwner,
    permissions: String(bitsWith(overwrite)),
    channelPermissions: Object.fromEntries(await Promise.all(request.channelIds.map(inChannel))),
  }
}
