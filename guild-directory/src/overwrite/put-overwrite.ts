import type {
  PutOverwriteRequest,
  PutOverwriteResponse,
  Overwrite as WireOverwrite,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { requireChannel } from '../channel/read-channels.ts'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { presentOverwrite } from './overwrite-id.ts'
import type { Overwrite } from './overwrite-store.ts'

/**
 * Fails with UNKNOWN_CHANNEL, also for a DM channel, and with UNKNOWN_MEMBER: an overwrite exists only while its member does.
 */
export async function putOverwrite(
  directory: Pick<GuildDirectory, 'inTransaction' | 'channels' | 'members' | 'overwrites'>,
  request: PutOverwriteRequest,
): Promise<PutOverwriteResponse> {
  const valid = validateOverwrite(request.overwrite)
  const { guildId } = await requireChannel(directory, valid.channelId)
  if (guildId === undefined) throw new ServiceError('UNKNOWN_CHANNEL')
  const overwrite: Overwrite = { ...valid, guildId }

  await directory.inTransaction(async (transaction) => {
    const channelExists = await directory.channels.lock(transaction, overwrite.channelId, guildId)
    if (!channelExists) throw new ServiceError('UNKNOWN_CHANNEL')
    const memberExists = await directory.members.lock(transaction, guildId, overwrite.userId)
    if (!memberExists) throw new ServiceError('UNKNOWN_MEMBER')
    await directory.overwrites.put(transaction, overwrite)
  })
  return { overwrite: presentOverwrite(overwrite) }
}

function validateOverwrite(overwrite: WireOverwrite | undefined): Omit<Overwrite, 'guildId'> {
  if (!overwrite) throw invalidFields({ overwrite: 'REQUIRED' })
  const checks = fieldChecks()
  const valid = {
    channelId: checks.id('overwrite.channel_id', overwrite.channelId),
    userId: checks.id('overwrite.user_id', overwrite.userId),
    allow: checks.bits('overwrite.allow', overwrite.allow, 0n),
    deny: checks.bits('overwrite.deny', overwrite.deny, 0n),
  }
  checks.assertValid()
  return valid
}
