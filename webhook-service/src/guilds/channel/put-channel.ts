import {
  type Channel,
  ChannelKind,
  type PutChannelRequest,
  type PutChannelResponse,
} from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import type { DirectoryStores } from '../local-directory.ts'

/** Makes or changes a channel. Fails with UNKNOWN_GUILD; an existing channel keeps its guild and kind. */
export async function putChannel(
  directory: DirectoryStores,
  request: PutChannelRequest,
): Promise<PutChannelResponse> {
  const channel = acceptChannel(request.channel, directory.newId)
  await directory.inTransaction(async (session) => {
    const isInGuild = channel.kind === ChannelKind.TEXT
    if (isInGuild && !(await directory.guilds.hold(session, channel.guildId))) {
      throw new ServiceError('UNKNOWN_GUILD')
    }
    const before = await directory.channels.find(channel.id, session)
    if (before) assertStaysWhereItIs(before, channel)
    else await directory.webhooks.admit(session, { channelId: channel.id })
    await directory.channels.put(session, channel)
  })
  return { channel }
}

function acceptChannel(channel: Channel | undefined, newId: () => string): Channel {
  if (!channel) throw invalidFields({ channel: 'REQUIRED' })
  const checks = fieldChecks()
  const isDm = channel.kind === ChannelKind.DM
  if (channel.kind === ChannelKind.UNSPECIFIED) checks.refuse('channel.kind', 'REQUIRED')
  else if (!isDm && channel.kind !== ChannelKind.TEXT) checks.refuse('channel.kind', 'INVALID_FORMAT')
  if (isDm && channel.guildId !== '') checks.refuse('channel.guild_id', 'FIELD_NOT_ALLOWED')
  const accepted = {
    id: checks.optionalId('channel.id', channel.id),
    guildId: isDm ? '' : checks.id('channel.guild_id', channel.guildId),
    name: checks.name('channel.name', channel.name),
    kind: channel.kind,
    archived: channel.archived,
  }
  checks.done()
  return { ...accepted, id: accepted.id || newId() }
}

function assertStaysWhereItIs(before: Channel, after: Channel): void {
  if (before.kind !== after.kind) throw invalidFields({ 'channel.kind': 'FIELD_NOT_ALLOWED' })
  if (before.guildId !== after.guildId) throw invalidFields({ 'channel.guild_id': 'FIELD_NOT_ALLOWED' })
}
