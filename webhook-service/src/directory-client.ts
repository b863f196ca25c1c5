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

const maxConcurrentQueries = 8

export type Directory = ReturnType<typeof directoryClient>

/** The part of the guild directory that this service uses. The directory may run in this process or elsewhere. */
export function directoryClient(client: DirectoryRpcs) {
  /** For a directory that does not answer `channel_ids`. */
  async function bitsIn(query: Required<PermissionQuery>, { requestId }: CallContext): Promise<bigint> {
    try {
      const { permissions } = await client.memberPermissions({ ...query, channelIds: [] }, { requestId })
      return BigInt(permissions || 0)
    } catch (error) {
      if (hasCode(error, 'UNKNOWN_CHANNEL')) return 0n
      throw error
    }
  }

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
      const query = { guildId, userId, channelId, channelIds: [] }
      const response = await client.memberPermissions(query, { requestId })
      return {
        isMember: response.isMember,
        isOwner: response.isOwner,
        bits: BigInt(response.permissions || 0),
      }
    },

    /** The bits in each of up to 1000 channels; 0 in one that is not in the guild. */
    async channelPermissions(
      {
        guildId,
        userId,
        channelIds,
      }: Required<Omit<PermissionQuery, 'channelId'>> & { channelIds: string[] },
      { requestId }: CallContext,
    ): Promise<Map<string, bigint>> {
      const query = { guildId, userId, channelId: undefined, channelIds }
      const { channelPermissions } = await client.memberPermissions(query, { requestId })
      const bits = new Map(Object.entries(channelPermissions).map(([id, text]) => [id, BigInt(text || 0)]))
      const unanswered = channelIds.filter((id) => !bits.has(id))
      const askNext = async () => {
        for (let channelId = unanswered.pop(); channelId !== undefined; channelId = unanswered.pop())
          bits.set(channelId, await bitsIn({ guildId, userId, channelId }, { requestId }))
      }
      await Promise.all(Array.from({ length: maxConcurrentQueries }, askNext))
      return bits
    },
  }
}
