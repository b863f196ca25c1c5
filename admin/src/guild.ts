import type { Guild } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { answered } from './answered.ts'
import { type DirectoryNoun, example } from './directory-noun.ts'
import type { Row } from './row.ts'

type Put = { name: string; owner: string; id?: string }

export const guildNoun: DirectoryNoun<Guild, 'id', never> = {
  name: 'guild',
  summary: 'Guilds of the directory',
  key: { id: '1234' },
  within: {},
  put: (command, run) =>
    command
      .description('Creates a guild, or changes the one with that id')
      .requiredOption('--name <name>', '1-100 characters')
      .requiredOption('--owner <user id>', 'account that owns it')
      .option('--id <id>', 'its id; default: a new one')
      .addHelpText('after', example('guild', 'put', { name: "'Home'", owner: '4321' }))
      .action(
        run<Put>(async ({ guilds }, { id = '', name, owner }) => {
          const { guild } = await guilds().putGuild({ guild: { id, name, ownerId: owner } })
          return guildRow(answered(guild))
        }),
      ),
  get: async (directory, { id }) => (await directory.getGuild({ id })).guild,
  list: async (directory, _within, page) => {
    const { guilds: items, nextPageToken } = await directory.listGuilds(page)
    return { items, nextPageToken }
  },
  delete: (directory, { id }) => directory.deleteGuild({ id }),
  row: guildRow,
}

function guildRow({ id, name, ownerId }: Guild): Row {
  return { id, name, owner_id: ownerId }
}
