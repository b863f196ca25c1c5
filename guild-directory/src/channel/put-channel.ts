import {
  type Channel,
  ChannelKind,
  type PutChannelRequest,
  type PutChannelResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'

/** Creates or changes a channel. Fails with UNKNOWN_GUILD; guild and kind of an existing channel cannot change. */
export async function putChannel(
  directory: GuildDirectory,
  request: PutChannelRequest,
): Promise<PutChannelResponse> {
  const channel = validateChannel(request.channel, directory.newId)
  await directory.inTransaction(async (transaction) => {
    const { guildId } = channel
    if (guildId !== undefined && !(await directory.guilds.lock(transaction, guildId)))
      throw new ServiceError('UNKNOWN_GUILD')
    const before = await directory.channels.find(channel.id, transaction)
    if (before) assertSamePlace(before, channel)
    else await directory.hooks.channelCreated(transaction, channel.id)
    await directory.channels.put(transaction, channel)
  })
  return { channel }
}

function validateChannel(channel: Channel | undefined, newId: () => string): Channel {
  if (!channel) throw invalidFields({ channel: 'REQUIRED' })
  const checks = fieldChecks()
  const isDm = channel.kind === ChannelKind.DM
  if (channel.kind === ChannelKind.UNSPECIFIED) checks.addProblem('channel.kind', 'REQUIRED')
  else if (!isDm && channel.kind !== ChannelKind.TEXT) checks.addProblem('channel.kind', 'INVALID_FORMAT')
  if (isDm && channel.guildId !== undefined) checks.addProblem('channel.guild_id', 'FIELD_NOT_ALLOWED')
  const valid = {
    id: channel.id === '' ? newId() : checks.id('channel.id', channel.id),
    guildId: isDm ? undefined : checks.id('channel.guild_id', channel.guildId ?? ''),
    name: checks.name('channel.name', channel.name),
    kind: channel.kind,
    archived: channel.archived,
  }
  checks.assertValid()
  return valid
}

function assertSamePlace(before: Channel, after: Channel): void {
  if (before.kind !== after.kind) throw invalidFields({ 'channel.kind': 'FIELD_NOT_ALLOWED' })
  if (before.guildId !== after.guildId) throw invalidFields({ 'channel.guild_id': 'FIELD_NOT_ALLOWED' })
}
