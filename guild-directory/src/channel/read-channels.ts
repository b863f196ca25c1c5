import type {
  GetChannelRequest,
  GetChannelResponse,
  ListChannelsRequest,
  ListChannelsResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toPage } from '@gatehouse/service-kit/resources/paging'
import { fieldChecks } from '../field-checks.ts'
import { requireGuild } from '../guild/read-guilds.ts'
import type { GuildDirectory } from '../guild-directory.ts'

type Channels = Pick<GuildDirectory, 'channels'>

/** Fails with UNKNOWN_CHANNEL. */
export async function getChannel(
  directory: Channels,
  request: GetChannelRequest,
): Promise<GetChannelResponse> {
  const checks = fieldChecks()
  const id = checks.id('id', request.id)
  checks.assertValid()
  return { channel: await requireChannel(directory, id) }
}

/** Of one guild, or of all guilds and the DM channels. Fails with UNKNOWN_GUILD. */
export async function listChannels(
  directory: Pick<GuildDirectory, 'channels' | 'guilds'>,
  request: ListChannelsRequest,
): Promise<ListChannelsResponse> {
  const checks = fieldChecks()
  const guildId = checks.optionalId('guild_id', request.guildId)
  const page = checks.page(request)
  checks.assertValid()
  if (guildId !== undefined) await requireGuild(directory, guildId)
  const found = await directory.channels.list(guildId, page)
  const { items: channels, nextPageToken } = toPage(found, page.size, ({ id }) => id)
  return { channels, nextPageToken }
}

/** Fails with UNKNOWN_CHANNEL. */
export async function requireChannel({ channels }: Channels, id: string) {
  const channel = await channels.find(id)
  if (!channel) throw new ServiceError('UNKNOWN_CHANNEL')
  return channel
}
