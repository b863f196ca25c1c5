import type { Invite } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { answered } from './answered.ts'
import { type DirectoryNoun, example } from './directory-noun.ts'
import { parseCount, parseDuration } from './options.ts'
import type { Row } from './row.ts'

type Put = { guild: string; channel: string; code?: string; maxUses: number; expiresIn?: number }

export const inviteNoun: DirectoryNoun<Invite, 'id', 'guild'> = {
  name: 'invite',
  summary: 'Codes that make their users members of a guild; the id of an invite is its code',
  key: { id: 'welcome' },
  within: { guild: '1234' },
  put: (command, run) =>
    command
      .description('Creates an invite, or changes the one with that code')
      .requiredOption('--guild <id>', 'guild it leads to')
      .requiredOption('--channel <id>', 'channel it leads to')
      .option('--code <code>', '2-64 characters of A-Z a-z 0-9 - _; default: a new one')
      .option('--max-uses <number>', 'number of uses; 0 for any number', parseCount, 0)
      .option('--expires-in <duration>', 'such as 30m, 1h or 7d; default: never', parseDuration)
      .addHelpText(
        'after',
        example('invite', 'put', { guild: '1234', channel: '1235', 'max-uses': '10', 'expires-in': '7d' }),
      )
      .action(
        run<Put>(async ({ guilds, now }, { guild, channel, code = '', maxUses, expiresIn }) => {
          const expiresAt = expiresIn === undefined ? undefined : new Date((await now()) + expiresIn)
          const invite = {
            code,
            guildId: guild,
            channelId: channel,
            maxUses: maxUses || undefined,
            uses: 0,
            expiresAt,
          }
          return inviteRow(answered((await guilds().putInvite({ invite })).invite))
        }),
      ),
  get: async (directory, { id }) => (await directory.getInvite({ code: id })).invite,
  list: async (directory, { guild }, page) => {
    const { invites: items, nextPageToken } = await directory.listInvites({ guildId: guild, ...page })
    return { items, nextPageToken }
  },
  delete: (directory, { id }) => directory.deleteInvite({ code: id }),
  row: inviteRow,
}

function inviteRow({ code, guildId, channelId, maxUses, uses, expiresAt }: Invite): Row {
  return {
    code,
    guild_id: guildId,
    channel_id: channelId,
    max_uses: maxUses ?? 0,
    uses,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}
