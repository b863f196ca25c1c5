import type { Channel, Guild } from '@gatehouse/proto/gen/guilds/v1/guilds'

/** Who asks for permissions, where: in a guild, or in one of its channels. */
export type PermissionQuestion = { guildId: string; userId: string; channelId?: string }

/** What somebody may do; nothing when they are no member. */
export type Permissions = { isMember: boolean; isOwner: boolean; bits: bigint }

/** The call on whose behalf the directory is asked. */
export type Asking = { requestId: string }

/**
 * What this service asks of the guild directory, wherever it is: kept here on MongoDB, or the platform's own over gRPC
 * (contract.md 5). context.ts alone chooses.
 */
export type Guilds = {
  findGuild(id: string, call: Asking): Promise<Guild | null>
  findChannel(id: string, call: Asking): Promise<Channel | null>
  /** Fails with UNKNOWN_GUILD, and UNKNOWN_CHANNEL for a channel that is not in it. */
  permissions(question: PermissionQuestion, call: Asking): Promise<Permissions>
}
