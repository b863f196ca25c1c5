import type { Guild, PutGuildRequest, PutGuildResponse } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { fieldChecks } from '../field-checks.ts'
import type { GuildDirectory } from '../guild-directory.ts'
import { removeLeftovers } from './delete-guild.ts'

export async function putGuild(
  directory: GuildDirectory,
  request: PutGuildRequest,
): Promise<PutGuildResponse> {
  const guild = validateGuild(request.guild, directory.newId)
  const isNew = (await directory.guilds.find(guild.id)) === null
  if (isNew) await removeLeftovers(directory, guild.id)
  await directory.inTransaction(async (transaction) => {
    await directory.hooks.guildPut(transaction, guild.id)
    await directory.guilds.put(transaction, guild)
  })
  return { guild }
}

function validateGuild(guild: Guild | undefined, newId: () => string): Guild {
  if (!guild) throw invalidFields({ guild: 'REQUIRED' })
  const checks = fieldChecks()
  const valid = {
    id: guild.id === '' ? newId() : checks.id('guild.id', guild.id),
    name: checks.name('guild.name', guild.name),
    ownerId: checks.id('guild.owner_id', guild.ownerId),
  }
  checks.assertValid()
  return valid
}
