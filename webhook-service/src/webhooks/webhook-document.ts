import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import mongoose from 'mongoose'
import { type Disabled, defaultSettings, type WebhookSettings } from '../settings/webhook-settings.ts'
import type { Webhook } from './webhook.ts'

/** Settings, refused posts and the switch are there only when they differ from what holds without them. */
export type StoredWebhook = Omit<Webhook, 'id' | 'tokenDigest' | 'settings' | 'refusals' | 'disabled'> & {
  _id: string
  tokenDigest: mongoose.mongo.Binary
  settings?: WebhookSettings
  refusals?: number
  disabled?: Disabled
}

const collectionName = 'webhooks'

/** The two compound indexes serve the two lists with their order and paging; almost everything else asks by `_id`. */
export function webhookModel(connection: mongoose.Connection) {
  const text = { type: String, required: true }
  const anything = mongoose.Schema.Types.Mixed
  const schema = new mongoose.Schema(
    {
      _id: String,
      guildId: text,
      channelId: text,
      name: text,
      avatar: { type: String, default: null },
      creatorId: text,
      tokenDigest: { type: Buffer, required: true },
      sealedToken: text,
      settings: anything,
      refusals: Number,
      disabled: anything,
    },
    { versionKey: false, collection: collectionName },
  )
  schema.index({ channelId: 1, _id: 1 })
  schema.index({ guildId: 1, _id: 1 })
  return connection.model('Webhook', schema)
}

/** The driver's collection, for updates that mongoose would only rewrite. */
export function webhookCollection(connection: mongoose.Connection): mongoose.mongo.Collection<StoredWebhook> {
  return connection.collection(collectionName) as unknown as mongoose.mongo.Collection<StoredWebhook>
}

/** A new webhook; nothing of it differs from the defaults yet. */
export function toDocument({
  id,
  tokenDigest,
  settings,
  refusals,
  disabled,
  ...rest
}: Webhook): StoredWebhook {
  return {
    ...rest,
    _id: toSortable(id),
    guildId: toSortable(rest.guildId),
    channelId: toSortable(rest.channelId),
    creatorId: toSortable(rest.creatorId),
    tokenDigest: new mongoose.mongo.Binary(tokenDigest),
  }
}

export function fromStored({
  _id,
  tokenDigest,
  settings,
  refusals,
  disabled,
  ...rest
}: StoredWebhook): Webhook {
  return {
    ...rest,
    id: fromSortable(_id),
    guildId: fromSortable(rest.guildId),
    channelId: fromSortable(rest.channelId),
    creatorId: fromSortable(rest.creatorId),
    tokenDigest: Buffer.from(tokenDigest.buffer),
    settings: settings ?? defaultSettings,
    refusals: refusals ?? 0,
    disabled: disabled ? { at: disabled.at, reason: disabled.reason } : null,
  }
}
