import type {
  GetMemberRequest,
  GetMemberResponse,
  ListMembersRequest,
  ListMembersResponse,
  Member,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { toPage } from '@gatehouse/service-kit/resources/paging'
import { fieldChecks } from '../field-checks.ts'
import { requireGuild } from '../guild/read-guilds.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import type { MemberBits } from './member-store.ts'

/** Fails with UNKNOWN_MEMBER, also when the guild is unknown. */
export async function getMember(
  directory: Pick<GuildDirectory, 'members'>,
  request: GetMemberRequest,
): Promise<GetMemberResponse> {
  const checks = fieldChecks()
  const guildId = checks.id('guild_id', request.guildId)
  const userId = checks.id('user_id', request.userId)
  checks.assertValid()
  const member = await directory.members.find(guildId, userId)
  if (!member) throw new ServiceError('UNKNOWN_MEMBER')
  return { member: presentMember(member) }
}

/** Fails with UNKNOWN_GUILD. */
export async function listMembers(
  directory: Pick<GuildDirectory, 'guilds' | 'members'>,
  request: ListMembersRequest,
): Promise<ListMembersResponse> {
  const checks = fieldChecks()
  const guildId = checks.id('guild_id', request.guildId)
  const page = checks.page(request)
  checks.assertValid()
  await requireGuild(directory, guildId)
  const found = await directory.members.list(guildId, page)
  const { items, nextPageToken } = toPage(found, page.size, ({ userId }) => userId)
  return { members: items.map(presentMember), nextPageToken }
}

export function presentMember({ guildId, userId, bits }: MemberBits): Member {
  return { guildId, userId, permissions: String(bits) }
}
