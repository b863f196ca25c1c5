import type { Member, PutMemberRequest, PutMemberResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import type { MemberBits } from './member-store.ts'
import { presentMember } from './read-members.ts'

/** Adds a member or changes their permissions. Fails with UNKNOWN_GUILD. */
export async function putMember(
  directory: Pick<GuildDirectory, 'inTransaction' | 'guilds' | 'members'>,
  request: PutMemberRequest,
): Promise<PutMemberResponse> {
  const member = validateMember(request.member)
  await directory.inTransaction(async (transaction) => {
    if (!(await directory.guilds.lock(transaction, member.guildId))) throw new ServiceError('UNKNOWN_GUILD')
    await directory.members.put(transaction, member)
  })
  return { member: presentMember(member) }
}

function validateMember(member: Member | undefined): MemberBits {
  if (!member) throw invalidFields({ member: 'REQUIRED' })
  const checks = fieldChecks()
  const valid = {
    guildId: checks.id('member.guild_id', member.guildId),
    userId: checks.id('member.user_id', member.userId),
    bits: checks.bits('member.permissions', member.permissions, permission.VIEW_CHANNEL),
  }
  checks.assertValid()
  return valid
}
