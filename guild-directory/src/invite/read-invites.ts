import type {
  GetInviteRequest,
  GetInviteResponse,
  ListInvitesRequest,
  ListInvitesResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toPage } from '@gatehouse/service-kit/resources/paging'
import { fieldChecks } from '../field-checks.ts'
import { requireGuild } from '../guild/read-guilds.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { assertInviteCode, isInviteCode } from './invite-code.ts'

/** Also for expired and used-up invites. Fails with UNKNOWN_INVITE. */
export async function getInvite(
  directory: Pick<GuildDirectory, 'invites'>,
  request: GetInviteRequest,
): Promise<GetInviteResponse> {
  const invite = await directory.invites.find(assertInviteCode(request.code))
  if (!invite) throw new ServiceError('UNKNOWN_INVITE')
  return { invite }
}

/** Fails with UNKNOWN_GUILD. */
export async function listInvites(
  directory: Pick<GuildDirectory, 'guilds' | 'invites'>,
  request: ListInvitesRequest,
): Promise<ListInvitesResponse> {
  const checks = fieldChecks()
  const guildId = checks.id('guild_id', request.guildId)
  const page = checks.page(request, isInviteCode)
  checks.assertValid()
  await requireGuild(directory, guildId)
  const found = await directory.invites.list(guildId, page)
  const { items: invites, nextPageToken } = toPage(found, page.size, ({ code }) => code)
  return { invites, nextPageToken }
}
