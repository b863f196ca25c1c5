import type {
  MemberPermissionsRequest,
  MemberPermissionsResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { Permissions } from './directory.ts'
import { fieldChecks } from './field-checks.ts'
import { knownGuild } from './guild/read-guilds.ts'
import type { DirectoryStores } from './local-directory.ts'
import { effectiveBits, everyBit } from './permission-bits.ts'

type Directory = Pick<DirectoryStores, 'guilds' | 'channels' | 'members' | 'overwrites'>

/** The rpc: what a user may do in a guild or one of its channels. */
export async function memberPermissions(
  directory: Directory,
  request: MemberPermissionsRequest,
): Promise<MemberPermissionsResponse> {
  const checks = fieldChecks()
  const guildId = checks.id('guild_id', request.guildId)
  const userId = checks.id('user_id', request.userId)
  const channelId = checks.optionalId('channel_id', request.channelId)
  checks.done()
  const { isMember, isOwner, bits } = await permissionsOf(directory, { guildId, userId, channelId })
  return { isMember, isOwner, permissions: String(bits) }
}

/**
 * The rule behind it. An empty channel asks for the whole guild; the owner counts as a member with every bit. Fails
 * with UNKNOWN_GUILD, and UNKNOWN_CHANNEL for a channel that is not in the guild.
 */
export async function permissionsOf(
  { guilds, channels, members, overwrites }: Directory,
  { guildId, userId, channelId }: { guildId: string; userId: string; channelId: string },
): Promise<Permissions> {
  const [guild, channel, member, overwrite] = await Promise.all([
    knownGuild({ guilds }, guildId),
    channelId === '' ? null : channels.find(channelId),
    members.find(guildId, userId),
    channelId === '' ? null : overwrites.find(channelId, userId),
  ])
  if (channelId !== '' && channel?.guildId !== guildId) throw new ServiceError('UNKNOWN_CHANNEL')
  if (guild.ownerId === userId) return { isMember: true, isOwner: true, bits: everyBit }
  if (!member) return { isMember: false, isOwner: false, bits: 0n }
  return { isMember: true, isOwner: false, bits: effectiveBits(member.bits, overwrite) }
}
