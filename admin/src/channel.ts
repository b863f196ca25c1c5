import { type Channel, ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { Option } from 'commander'
import { answered } from './answered.ts'
import { type DirectoryNoun, example } from './directory-noun.ts'
import type { Row } from './row.ts'

const kinds = { text: ChannelKind.TEXT, dm: ChannelKind.DM }

type Put = { guild?: string; name: string; kind: keyof typeof kinds; archived?: true; id?: string }

export const channelNoun: DirectoryNoun<Channel, 'id', 'guild'> = {
  name: 'channel',
  summary: 'Channels of guilds',
  key: { id: '1235' },
  within: { guild: '1234' },
  listsAll: true,
  put: (command, run) =>
    command
      .description(
        'Creates a channel, or changes the one with that id; without --archived it is not archived',
      )
      .option('--guild <id>', 'guild it belongs to; a dm channel has none')
      .requiredOption('--name <name>', '1-100 characters')
      .addOption(
        new Option('--kind <kind>', 'kind of the channel').choices(Object.keys(kinds)).default('text'),
      )
      .option('--archived', 'accepts no messages')
      .option('--id <id>', 'its id; default: a new one')
      .addHelpText('after', example('channel', 'put', { guild: '1234', name: "'builds'" }))
      .action(
        run<Put>(async ({ guilds }, { id = '', guild, name, kind, archived = false }) => {
          const channel = { id, guildId: guild, name, kind: kinds[kind], archived }
          return channelRow(answered((await guilds().putChannel({ channel })).channel))
        }),
      ),
  get: async (directory, { id }) => (await directory.getChannel({ id })).channel,
  list: async (directory, { guild }, page) => {
    const { channels: items, nextPageToken } = await directory.listChannels({ guildId: guild, ...page })
    return { items, nextPageToken }
  },
  delete: (directory, { id }) => directory.deleteChannel({ id }),
  row: channelRow,
}

function channelRow({ id, guildId, name, kind, archived }: Channel): Row {
  return { id, guild_id: guildId ?? null, name, kind: kind === ChannelKind.DM ? 'dm' : 'text', archived }
}
