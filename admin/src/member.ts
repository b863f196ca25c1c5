import type { Member } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { answered } from './answered.ts'
import { type DirectoryNoun, example } from './directory-noun.ts'
import { parsePermissions } from './options.ts'
import { permissionNames } from './permissions.ts'
import type { Row } from './row.ts'

type Put = { guild: string; user: string; permissions?: string }

export const memberNoun: DirectoryNoun<Member, 'guild' | 'user', 'guild'> = {
  name: 'member',
  summary: 'Members of guilds and their permissions',
  key: { guild: '1234', user: '4322' },
  within: { guild: '1234' },
  put: (command, run) =>
    command
      .description('Adds a member, or changes their permissions')
      .requiredOption('--guild <id>')
      .requiredOption('--user <id>', 'account id')
      .option('--permissions <names or bits>', 'default: VIEW_CHANNEL', parsePermissions)
      .addHelpText(
        'after',
        example('member', 'put', {
          guild: '1234',
          user: '4322',
          permissions: 'MANAGE_WEBHOOKS,VIEW_CHANNEL',
        }),
      )
      .action(
        run<Put>(async ({ guilds }, { guild, user, permissions = '' }) => {
          const { member } = await guilds().putMember({
            member: { guildId: guild, userId: user, permissions },
          })
          return memberRow(answered(member))
        }),
      ),
  get: async (directory, { guild, user }) =>
    (await directory.getMember({ guildId: guild, userId: user })).member,
  list: async (directory, { guild }, page) => {
    const { members: items, nextPageToken } = await directory.listMembers({ guildId: guild, ...page })
    return { items, nextPageToken }
  },
  delete: (directory, { guild, user }) => directory.deleteMember({ guildId: guild, userId: user }),
  row: memberRow,
}

function memberRow({ guildId, userId, permissions }: Member): Row {
  return { guild_id: guildId, user_id: userId, permissions, permission_names: permissionNames(permissions) }
}
