import type {
  GetGuildRequest,
  GetGuildResponse,
  ListGuildsRequest,
  ListGuildsResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toPage } from '@gatehouse/service-kit/resources/paging'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'

type Guilds = Pick<GuildDirectory, 'guilds'>

/** Fails with UNKNOWN_GUILD. */
export async function getGuild(directory: Guilds, request: GetGuildRequest): Promise<GetGuildResponse> {
  const checks = fieldChecks()
  const id = checks.id('id', request.id)
  checks.assertValid()
  return { guild: await requireGuild(directory, id) }
}

export async function listGuilds(directory: Guilds, request: ListGuildsRequest): Promise<ListGuildsResponse> {
  const checks = fieldChecks()
  const page = checks.page(request)
  checks.assertValid()
  const found = await directory.guilds.list(page)
  const { items: guilds, nextPageToken } = toPage(found, page.size, ({ id }) => id)
  return { guilds, nextPageToken }
}

/** Fails with UNKNOWN_GUILD. */
export async function requireGuild({ guilds }: Guilds, id: string) {
  const guild = await guilds.find(id)
  if (!guild) throw new ServiceError('UNKNOWN_GUILD')
  return guild
}
