import type { Invite, RedeemInviteRequest, RedeemInviteResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { permission } from '@gatehouse/proto/guilds/permissions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { StoreSession } from '@gatehouse/service-kit/storage/transactions'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { isInviteCode } from './invite-code.ts'

type Redeeming = Pick<
  GuildDirectory,
  'inTransaction' | 'redeemInTurn' | 'clock' | 'guilds' | 'members' | 'invites'
>

/**
 * Adds a member by an invite. An unknown, malformed, expired or used-up code fails with UNKNOWN_INVITE. For a member and the owner
 * it succeeds without taking a use, so that the call can be retried.
 */
export async function redeemInvite(
  directory: Redeeming,
  { code, userId }: RedeemInviteRequest,
): Promise<RedeemInviteResponse> {
  const checks = fieldChecks()
  checks.id('user_id', userId)
  checks.assertValid()

  if (!isInviteCode(code)) throw new ServiceError('UNKNOWN_INVITE')
  // Each redemption writes the invite. Concurrent transactions would abort each other and retry.
  return directory.redeemInTurn(code, () => redeem(directory, { code, userId }))
}

function redeem(directory: Redeeming, { code, userId }: RedeemInviteRequest): Promise<RedeemInviteResponse> {
  return directory.inTransaction(async (transaction) => {
    const invite = await directory.invites.find(code, transaction)
    if (!invite || isExpired(invite, directory.clock.now())) throw new ServiceError('UNKNOWN_INVITE')
    const { guildId, channelId } = invite
    if (await isMember(directory, transaction, guildId, userId)) return { guildId, channelId, joined: false }

    if (!(await directory.invites.takeUse(transaction, invite))) throw new ServiceError('UNKNOWN_INVITE')
    await directory.members.put(transaction, { guildId, userId, bits: permission.VIEW_CHANNEL })
    return { guildId, channelId, joined: true }
  })
}

function isExpired({ expiresAt }: Invite, now: number): boolean {
  return expiresAt !== undefined && expiresAt.getTime() <= now
}

async function isMember(
  { guilds, members }: Redeeming,
  transaction: StoreSession,
  guildId: string,
  userId: string,
): Promise<boolean> {
  if (await members.find(guildId, userId, transaction)) return true
  const guild = await guilds.find(guildId, transaction)
  return guild?.ownerId === userId
}
