import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { GuildsService } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { hasCode } from '@gatehouse/service-kit/errors/service-error'
import type { Client } from '@gatehouse/service-kit/grpc/connect'
import type { Guilds } from './directory.ts'

type GuildsClient = Pick<Client<typeof GuildsService>, 'getGuild' | 'getChannel' | 'memberPermissions'>

/** The platform's own directory, over gRPC (GATEHOUSE_GUILDS_ADDR). */
export function remoteGuilds(client: GuildsClient): Guilds {
  return {
    async findGuild(id, { requestId }) {
      const found = await nullWhen('UNKNOWN_GUILD', client.getGuild({ id }, { requestId }))
      return found?.guild ?? null
    },

    async findChannel(id, { requestId }) {
      const found = await nullWhen('UNKNOWN_CHANNEL', client.getChannel({ id }, { requestId }))
      return found?.channel ?? null
    },

    async permissions({ guildId, userId, channelId = '' }, { requestId }) {
      const answer = await client.memberPermissions({ guildId, userId, channelId }, { requestId })
      return { isMember: answer.isMember, isOwner: answer.isOwner, bits: BigInt(answer.permissions || 0) }
    },
  }
}

async function nullWhen<T>(code: ErrorCode, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (hasCode(error, code)) return null
    throw error
  }
}
