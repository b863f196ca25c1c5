import { createLogger } from '@gatehouse/service-kit/process/log'
import { ensureIndexes, openMongo } from '@gatehouse/service-kit/storage/mongo'
import type mongoose from 'mongoose'
import { readConfig } from './config.ts'
import { channelModel } from './guilds/channel/channel-store.ts'
import { guildModel } from './guilds/guild/guild-store.ts'
import { inviteModel } from './guilds/invite/invite-store.ts'
import { memberModel } from './guilds/member/member-store.ts'
import { overwriteModel } from './guilds/overwrite/overwrite-store.ts'
import { webhookCountModel } from './webhooks/webhook-counts.ts'
import { webhookModel } from './webhooks/webhook-store.ts'

/** Every collection of this service with the indexes declared beside its queries. */
export const models = [
  webhookModel,
  webhookCountModel,
  guildModel,
  channelModel,
  memberModel,
  overwriteModel,
  inviteModel,
]
