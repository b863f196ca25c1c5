import { ensureIndexes } from '@gatehouse/service-kit/storage/ensure-indexes'
import type mongoose from 'mongoose'
import { deliveryModel } from './deliveries/delivery-store.ts'
import { eventModel } from './events/event-document.ts'
import { channelModel } from './guilds/channel/channel-store.ts'
import { guildModel } from './guilds/guild/guild-store.ts'
import { inviteModel } from './guilds/invite/invite-store.ts'
import { memberModel } from './guilds/member/member-store.ts'
import { overwriteModel } from './guilds/overwrite/overwrite-store.ts'
import { messageModel } from './messages/message-document.ts'
import { webhookCountModel } from './webhooks/webhook-counts.ts'
import { webhookModel } from './webhooks/webhook-document.ts'

const models = [
  webhookModel,
  webhookCountModel,
  guildModel,
  channelModel,
  memberModel,
  overwriteModel,
  inviteModel,
  messageModel,
  deliveryModel,
  eventModel,
]

/** Creates every collection of this service with the indexes declared beside its queries; repeatable. */
export async function createIndexes(connection: mongoose.Connection): Promise<void> {
  await ensureIndexes(models.map((model) => model(connection)))
}
