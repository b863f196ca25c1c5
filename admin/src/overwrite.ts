import type { Overwrite } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { answered } from './answered.ts'
import { type DirectoryNoun, example } from './directory-noun.ts'
import { parsePermissions } from './options.ts'
import { permissionNames } from './permissions.ts'
import type { Row } from './row.ts'

type Put = { channel: string; user: string; allow: string; deny: string }

export const overwriteNoun: DirectoryNoun<Overwrite, 'id', 'channel'> = {
  name: 'overwrite',
  summary: 'Permissions of one member in one channel; the id is "<channel id>-<user id>"',
  key: { id: '1235-4322' },
  within: { channel: '1235' },
  put: (command, run) =>
    command
      .description('Allows or denies a member permissions in one channel')
      .requiredOption('--channel <id>')
      .requiredOption('--user <id>', 'account id')
      .option('--allow <names or bits>', 'permissions to add', parsePermissions, '0')
      .option('--deny <names or bits>', 'permissions to remove', parsePermissions, '0')
      .addHelpText(
        'after',
        example('overwrite', 'put', { channel: '1235', user: '4322', deny: 'MANAGE_WEBHOOKS' }),
      )
      .action(
        run<Put>(async ({ guilds }, { channel, user, allow, deny }) => {
          const overwrite = { id: '', channelId: channel, userId: user, allow, deny }
          return overwriteRow(answered((await guilds().putOverwrite({ overwrite })).overwrite))
        }),
      ),
  get: async (directory, { id }) => (await directory.getOverwrite({ id })).overwrite,
  list: async (directory, { channel }, page) => {
    const { overwrites: items, nextPageToken } = await directory.listOverwrites({
      channelId: channel,
      ...page,
    })
    return { items, nextPageToken }
  },
  delete: (directory, { id }) => directory.deleteOverwrite({ id }),
  row: overwriteRow,
}

function overwriteRow({ id, channelId, userId, allow, deny }: Overwrite): Row {
  return {
    id,
    channel_id: channelId,
    user_id: userId,
    allow,
    allow_names: permissionNames(allow),
    deny,
    deny_names: permissionNames(deny),
  }
}
