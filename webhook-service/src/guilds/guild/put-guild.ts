import type { Guild, PutGuildRequest, PutGuildResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import type { DirectoryStores } from '../local-directory.ts'
import { removeLeftovers } from './delete-guild.ts'

/** Makes or changes a guild. */
export async function putGuild(
  directory: DirectoryStores,
  request: PutGuildRequest,
): Promise<PutGuildResponse> {
  const guild = acceptGuild(request.guild, directory.newId)
  const isNew = (await directory.guilds.find(guild.id)) === null
  if (isNew) await removeLeftovers(directory, guild.id)
  await directory.inTransaction(async (session) => {
    await directory.webhooks.admit(session, { guildId: guild.id })
    await directory.guilds.put(session, guild)
  })
  return { guild }
}

function acceptGuild(guild: Guild | undefined, newId: () => string): Guild {
  if (!guild) throw invalidFields({ guild: 'REQUIRED' })
  const checks = fieldChecks()
  const accepted = {
    id: checks.optionalId('guild.id', guild.id),
    name: checks.name('guild.name', guild.name),
    ownerId: checks.id('guild.owner_id', guild.ownerId),
  }
  checks.done()
  return { ...accepted, id: accepted.id || newId() }
}
