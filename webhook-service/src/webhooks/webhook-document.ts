import { fromSortable, toSortable } from '@gatehouse/service-kit/ids/sortable-id'
import { driverCollection } from '@gatehouse/service-kit/storage/driver-collection'
import mongoose from 'mongoose'
import type { Webhook } from './webhook.ts'
import { type Disabled, defaultSettings, type WebhookSettings } from './webhook-settings.ts'

/** `settings`, `rejections` and `disabled` are absent while they have their default values, and `previousToken` while there is none. */
export type WebhookDocument = Omit<
  Webhook,
  'id' | 'tokenDigest' | 'previousToken' | 'settings' | 'rejections' | 'disabled'
> & {
  _id: string
  tokenDigest: mongoose.mongo.Binary
  previousToken?: StoredPreviousToken
  settings?: StoredSettings
  rejections?: number
  disabled?: Disabled
  /** The expiry date of the settings for which `webhook.expiring` was emitted; absent after that date changed. */
  expiryNoticeFor?: number
}

type StoredPreviousToken = { digest: mongoose.mongo.Binary; until: number }

/** `secretsDrawn` is the stored name of `lastSecretVersion`. */
type StoredSettings = Omit<WebhookSettings, 'lastSecretVersion' | 'allowedFormats'> & {
  secretsDrawn: number
  allowedFormats?: WebhookSettings['allowedFormats']
}

const collectionName = 'webhooks'

/** The first two indexes serve the lists, the third one the notices of expiry; other queries are by `_id`. */
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
      previousToken: anything,
      settings: anything,
      rejections: Number,
      disabled: anything,
      expiryNoticeFor: Number,
    },
    { versionKey: false, collection: collectionName },
  )
  schema.index({ channelId: 1, _id: 1 })
  schema.index({ guildId: 1, _id: 1 })
  schema.index(
    { expiryNoticeFor: 1, 'settings.expiresAt': 1 },
    { partialFilterExpression: { 'settings.expiresAt': { $gt: 0 } } },
  )
  return connection.model('Webhook', schema)
}

export function webhookCollection(
  connection: mongoose.Connection,
): mongoose.mongo.Collection<WebhookDocument> {
  return driverCollection<WebhookDocument>(connection.collection(collectionName))
}

export function toDocument({
  id,
  tokenDigest,
  previousToken,
  settings,
  rejections,
  disabled,
  ...rest
}: Webhook): WebhookDocument {
  return {
    ...rest,
    _id: toSortable(id),
    guildId: toSortable(rest.guildId),
    channelId: toSortable(rest.channelId),
    creatorId: toSortable(rest.creatorId),
    tokenDigest: new mongoose.mongo.Binary(tokenDigest),
  }
}

export function fromDocument({
  _id,
  tokenDigest,
  previousToken,
  settings,
  rejections,
  disabled,
  expiryNoticeFor: _,
  ...rest
}: WebhookDocument): Webhook {
  return {
    ...rest,
    id: fromSortable(_id),
    guildId: fromSortable(rest.guildId),
    channelId: fromSortable(rest.channelId),
    creatorId: fromSortable(rest.creatorId),
    tokenDigest: Buffer.from(tokenDigest.buffer),
    previousToken: previousToken
      ? { digest: Buffer.from(previousToken.digest.buffer), until: previousToken.until }
      : null,
    settings: settings ? settingsFromDocument(settings) : defaultSettings,
    rejections: rejections ?? 0,
    disabled: disabled ? { at: disabled.at, reason: disabled.reason } : null,
  }
}

export function settingsToDocument({ lastSecretVersion, ...rest }: WebhookSettings): StoredSettings {
  return { ...rest, secretsDrawn: lastSecretVersion }
}

function settingsFromDocument({ secretsDrawn, allowedFormats, ...rest }: StoredSettings): WebhookSettings {
  return { ...rest, allowedFormats: allowedFormats ?? null, lastSecretVersion: secretsDrawn }
}
