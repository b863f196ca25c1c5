import type { Channel, GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { hasCode, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { RpcClient } from '@gatehouse/service-kit/grpc/connect'
import { isSnowflake } from '@gatehouse/service-kit/ids/snowflake'

type DirectoryRpcs = Pick<
  RpcClient<typeof GuildsService, 'webhook-service'>,
  'getChannel' | 'memberPermissions'
>

export type PermissionQuery = { guildId: string; userId: string; channelId?: string }

export type CallContext = { requestId: string }

export type Directory = ReturnType<typeof directoryClient>

/** The part of the guild directory that this service uses. The directory may run in this process or elsewhere. */
export function directoryClient(client: DirectoryRpcs) {
  return {
    async findChannel(id: string, { requestId }: CallContext): Promise<Channel | null> {
      if (!isSnowflake(id)) return null
      try {
        const { channel } = await client.getChannel({ id }, { requestId })
        return channel ?? null
      } catch (error) {
        if (hasCode(error, 'UNKNOWN_CHANNEL')) return null
        throw error
      }
    },

    /** Fails with UNKNOWN_GUILD, and with UNKNOWN_CHANNEL for a channel that is not in the guild. */
    async permissions({ guildId, userId, channelId }: PermissionQuery, { requestId }: CallContext) {
      if (!isSnowflake(guildId)) throw new ServiceError('UNKNOWN_GUILD')
      const answer = await client.memberPermissions({ guildId, userId, channelId }, { requestId })
      return { isMember: answer.isMember, isOwner: answer.isOwner, bits: BigInt(answer.permissions || 0) }
    },
  }
}
