import type { Actor } from '@gatehouse/proto/gen/common/v1/client'
import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { hasPermission, permission } from '@gatehouse/proto/guilds/permissions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { CallContext, Directory, PermissionQuery } from '../directory-client.ts'

type Context = { directory: Directory }

export type GuildChannel = { id: string; guildId: string }

/** Fails with UNKNOWN_CHANNEL, also for a DM channel. */
export async function guildChannel(
  { directory }: Context,
  channelId: string,
  call: CallContext,
): Promise<GuildChannel> {
  const channel = await directory.findChannel(channelId, call)
  if (!channel?.guildId || channel.kind === ChannelKind.DM) throw new ServiceError('UNKNOWN_CHANNEL')
  return { id: channel.id, guildId: channel.guildId }
}

export function assertManagesChannel(
  ctx: Context,
  actor: Actor | undefined,
  channel: GuildChannel,
  call: CallContext,
): Promise<void> {
  const query = { guildId: channel.guildId, channelId: channel.id, userId: accountOf(actor) }
  return assertMay(ctx, query, permission.MANAGE_WEBHOOKS, call)
}

/** Fails with UNKNOWN_GUILD, MISSING_ACCESS, MISSING_PERMISSIONS. Not enough for its channels, which can deny it. */
export function assertManagesGuild(
  ctx: Context,
  actor: Actor | undefined,
  guildId: string,
  call: CallContext,
): Promise<void> {
  return assertMay(ctx, { guildId, userId: accountOf(actor) }, permission.MANAGE_WEBHOOKS, call)
}

/** Those of these channels in which a member may manage webhooks. */
export async function managedChannels(
  { directory }: Context,
  actor: Actor | undefined,
  { guildId, channelIds }: { guildId: string; channelIds: string[] },
  call: CallContext,
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set()
  const bits = await directory.channelPermissions({ guildId, userId: accountOf(actor), channelIds }, call)
  return new Set(channelIds.filter((id) => hasPermission(bits.get(id) ?? 0n, permission.MANAGE_WEBHOOKS)))
}

/** Fails with MISSING_ACCESS, MISSING_PERMISSIONS. */
export function assertViewsChannel(
  ctx: Context,
  actor: Actor | undefined,
  channel: GuildChannel,
  call: CallContext,
): Promise<void> {
  const query = { guildId: channel.guildId, channelId: channel.id, userId: accountOf(actor) }
  return assertMay(ctx, query, permission.VIEW_CHANNEL, call)
}

async function assertMay({ directory }: Context, query: PermissionQuery, wanted: bigint, call: CallContext) {
  const { isMember, isOwner, bits } = await directory.permissions(query, call)
  if (isOwner) return
  if (!isMember) throw new ServiceError('MISSING_ACCESS')
  if (!hasPermission(bits, wanted)) throw new ServiceError('MISSING_PERMISSIONS')
}

/** Fails with UNAUTHORIZED without an actor. */
export function accountOf(actor: Actor | undefined): string {
  if (!actor?.accountId) throw new ServiceError('UNAUTHORIZED')
  return actor.accountId
}
