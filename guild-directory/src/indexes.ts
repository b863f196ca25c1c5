import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import type mongoose from 'mongoose'
import { channelModel } from './channel/channel-store.ts'
import { guildModel } from './guild/guild-store.ts'
import { inviteModel } from './invite/invite-store.ts'
import { memberModel } from './member/member-store.ts'
import { overwriteModel } from './overwrite/overwrite-store.ts'

const models = [guildModel, channelModel, memberModel, overwriteModel, inviteModel]

/** Creates the collections and indexes of the directory; repeatable. */
export async function createIndexes(connection: mongoose.Connection): Promise<void> {
  await ensureIndexes(models.map((model) => model(connection)))
}
