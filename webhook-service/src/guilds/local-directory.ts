import type { Transactions } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type mongoose from 'mongoose'
import type { WebhookStore } from '../webhooks/webhook-store.ts'
import { channelStore } from './channel/channel-store.ts'
import type { Guilds } from './directory.ts'
import { guildStore } from './guild/guild-store.ts'
import { inviteStore } from './invite/invite-store.ts'
import { memberStore } from './member/member-store.ts'
import { permissionsOf } from './member-permissions.ts'
import { overwriteStore } from './overwrite/overwrite-store.ts'

export type DirectoryStores = ReturnType<typeof directoryStores>

/** What the directory's verbs work on when it is kept here. */
export function directoryStores(options: {
  connection: mongoose.Connection
  inTransaction: Transactions
  /** The webhooks that go with a channel or guild (contract.md 8 row 18). */
  webhooks: Pick<WebhookStore, 'forgetChannel' | 'forgetGuild' | 'admit'>
  newId: () => string
  clock: Clock
}) {
  const { connection, ...rest } = options
  return {
    ...rest,
    guilds: guildStore(connection),
    channels: channelStore(connection),
    members: memberStore(connection),
    overwrites: overwriteStore(connection),
    invites: inviteStore(connection),
  }
}

/** The port on a directory kept here, without a hop. */
export function localGuilds(directory: DirectoryStores): Guilds {
  return {
    findGuild: (id) => directory.guilds.find(id),
    findChannel: (id) => directory.channels.find(id),
    permissions: ({ guildId, userId, channelId = '' }) =>
      permissionsOf(directory, { guildId, userId, channelId }),
  }
}
