import type {
  GetOverwriteRequest,
  GetOverwriteResponse,
  ListOverwritesRequest,
  ListOverwritesResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toPage } from '@gatehouse/service-kit/resources/paging'
import { requireChannel } from '../channel/read-channels.ts'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { parseOverwriteId, presentOverwrite } from './overwrite-id.ts'

/** Fails with UNKNOWN_OVERWRITE. */
export async function getOverwrite(
  directory: Pick<GuildDirectory, 'overwrites'>,
  request: GetOverwriteRequest,
): Promise<GetOverwriteResponse> {
  const { channelId, userId } = parseOverwriteId(request.id)
  const overwrite = await directory.overwrites.find(channelId, userId)
  if (!overwrite) throw new ServiceError('UNKNOWN_OVERWRITE')
  return { overwrite: presentOverwrite(overwrite) }
}

/** Fails with UNKNOWN_CHANNEL. */
export async function listOverwrites(
  directory: Pick<GuildDirectory, 'channels' | 'overwrites'>,
  request: ListOverwritesRequest,
): Promise<ListOverwritesResponse> {
  const checks = fieldChecks()
  const channelId = checks.id('channel_id', request.channelId)
  const page = checks.page(request)
  checks.assertValid()
  await requireChannel(directory, channelId)
  const found = await directory.overwrites.list(channelId, page)
  const { items, nextPageToken } = toPage(found, page.size, ({ userId }) => userId)
  return { overwrites: items.map(presentOverwrite), nextPageToken }
}
