import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import type { Schema } from '@gatehouse/service-kit/storage/schema/schema'
import { channelModel } from './channel/channel-store.ts'
import { guildModel } from './guild/guild-store.ts'
import { inviteModel } from './invite/invite-store.ts'
import { memberModel } from './member/member-store.ts'
import { overwriteModel } from './overwrite/overwrite-store.ts'

const models = [guildModel, channelModel, memberModel, overwriteModel, inviteModel]

export const directorySchema: Schema = {
  owner: 'guild-directory',
  version: 1,
  oldestCode: 1,
  apply: (connection) => ensureIndexes(models.map((model) => model(connection))),
}
