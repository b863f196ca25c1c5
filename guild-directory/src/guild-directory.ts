import { serialQueue } from '@gatehouse/service-kit/queues/serial-queue'
import type { StoreSession, Transactions } from '@gatehouse/service-kit/storage/transactions'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import type mongoose from 'mongoose'
import { channelStore } from './channel/channel-store.ts'
import { guildStore } from './guild/guild-store.ts'
import { inviteStore } from './invite/invite-store.ts'
import { memberStore } from './member/member-store.ts'
import { overwriteStore } from './overwrite/overwrite-store.ts'

/** Run inside the transaction of the change, for data in the same database that belongs to a channel or guild. */
export type DirectoryHooks = {
  guildPut(transaction: StoreSession, guildId: string): Promise<void>
  channelCreated(transaction: StoreSession, channelId: string): Promise<void>
  /** Not called for DM channels. */
  channelDeleted(transaction: StoreSession, channel: { guildId: string; channelId: string }): Promise<void>
  guildDeleted(transaction: StoreSession, guildId: string, channelIds: string[]): Promise<void>
}

const noHooks: DirectoryHooks = {
  guildPut: async () => {},
  channelCreated: async () => {},
  channelDeleted: async () => {},
  guildDeleted: async () => {},
}

/** Concurrent redemptions of one invite; the rate limit of registrations is far below. */
const maxRedemptions = 256

export type GuildDirectory = ReturnType<typeof guildDirectory>

export function guildDirectory(options: {
  connection: mongoose.Connection
  inTransaction: Transactions
  newId: () => string
  clock: Clock
  hooks?: DirectoryHooks
}) {
  const { connection, hooks = noHooks, ...rest } = options
  return {
    ...rest,
    hooks,
    redeemInTurn: serialQueue({ maxSize: maxRedemptions }),
    guilds: guildStore(connection),
    channels: channelStore(connection),
    members: memberStore(connection),
    overwrites: overwriteStore(connection),
    invites: inviteStore(connection),
  }
}
