import {
  commonSettings,
  defineSettings,
  eventSettings,
  geoipSettings,
  limitSettings,
  mongoSettings,
  outboxSettings,
  redisSettings,
  type Settings,
  setting,
} from '@gatehouse/service-kit/process/settings'

export const webhookSettings = defineSettings({
  ...commonSettings({ grpc: 50053, ops: 9463 }),
  ...mongoSettings({
    meaning:
      'MongoDB with webhooks, messages and the guild directory; a replica set, since transactions are used.',
    database: 'gatehouse_webhooks',
  }),
  ...redisSettings('Redis with the limits and the stream of messages:'),
  ...limitSettings(),
  ...outboxSettings(),
  ...eventSettings(),
  ...geoipSettings('domain events have no location from GeoIP.'),
  keys: setting.secret({
    env: 'GATEHOUSE_KEYS',
    meaning:
      'Key ring that encrypts webhook tokens and signing secrets: JSON {"current", "keys": {id: base64 of 32 bytes}}, or file:/path to it. Keep old keys in it.',
  }),
  avatarsListen: setting.address({
    env: 'GATEHOUSE_AVATARS_LISTEN',
    default: '127.0.0.1:8083',
    meaning:
      'Address on which webhook-service serves avatars over HTTP to the gateway, with mutual TLS if it is set.',
  }),
  guildsAddress: setting.grpcAddress({
    env: 'GATEHOUSE_GUILDS_ADDR',
    default: null,
    meaning: 'Address of another guild directory; unset: this service runs its own.',
  }),
  bodyBytesInFlight: setting.integer({
    env: 'GATEHOUSE_BODY_BYTES_IN_FLIGHT',
    default: 64 * 1024 * 1024,
    min: 26_214_400,
    meaning:
      'Maximum bytes of bodies over 256 KiB in memory, after decompression. One webhook may use an eighth, or one body of 25 MiB; further executions get 503.',
  }),
  smallBodyBytesInFlight: setting.integer({
    env: 'GATEHOUSE_SMALL_BODY_BYTES_IN_FLIGHT',
    default: 33_554_432,
    min: 2_097_152,
    meaning: 'The same for bodies up to 256 KiB. One webhook may use an eighth.',
  }),
  messageStreamLength: setting.integer({
    env: 'GATEHOUSE_MESSAGE_STREAM_LENGTH',
    default: 1_000_000,
    min: 1,
    meaning:
      'Approximate maximum number of messages in the Redis stream, which bounds its memory. Older ones are removed even if no group has read them.',
  }),
  messageStreamMinSeconds: setting.integer({
    env: 'GATEHOUSE_MESSAGE_STREAM_MIN_SECONDS',
    default: 3600,
    min: 60,
    meaning:
      'How long messages stay in the Redis stream at least if GATEHOUSE_STREAM_BYTES suffices; then until every consumer group has acknowledged them.',
  }),
  messageStreamMaxSeconds: setting.integer({
    env: 'GATEHOUSE_MESSAGE_STREAM_MAX_SECONDS',
    default: 86_400,
    min: 60,
    meaning:
      'How long messages stay in the Redis stream at most, even if a consumer group has not acknowledged them.',
  }),
  webhooksPerChannel: setting.integer({
    env: 'GATEHOUSE_WEBHOOKS_PER_CHANNEL',
    default: 15,
    min: 1,
    meaning: 'Maximum number of webhooks in a channel.',
  }),
  webhooksPerGuild: setting.integer({
    env: 'GATEHOUSE_WEBHOOKS_PER_GUILD',
    default: 1000,
    min: 1,
    meaning: 'Maximum number of webhooks in a guild.',
  }),
})

export type WebhookConfig = Settings<typeof webhookSettings>
