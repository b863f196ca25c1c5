import {
  commonSettings,
  defineSettings,
  eventSettings,
  limitSettings,
  mongoSettings,
  outboxSettings,
  redisSettings,
  type Settings,
  setting,
} from '@gatehouse/service-kit/process/settings'

/** Every setting of the webhook service. */
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
  keys: setting.secret({
    env: 'GATEHOUSE_KEYS',
    meaning:
      'Key ring that seals webhook tokens and signing secrets: JSON {"current", "keys": {id: base64 of 32 bytes}}, or file:/path to it. Keep old keys in it.',
  }),
  guildsAddress: setting.grpcAddress({
    env: 'GATEHOUSE_GUILDS_ADDR',
    default: null,
    meaning: 'A guild directory elsewhere; unset: this service keeps and serves its own.',
  }),
  bodyBytesInFlight: setting.integer({
    env: 'GATEHOUSE_BODY_BYTES_IN_FLIGHT',
    default: 80 * 1024 * 1024,
    min: 26_214_400,
    meaning:
      'Bytes of bodies over 256 KiB, inflated, that the process keeps in memory at once; one webhook gets an eighth of them, but room for one body of 25 MiB. Executions beyond are answered 503.',
  }),
  smallBodyBytesInFlight: setting.integer({
    env: 'GATEHOUSE_SMALL_BODY_BYTES_IN_FLIGHT',
    default: 33_554_432,
    min: 2_097_152,
    meaning: 'The same for bodies up to 256 KiB; one webhook gets an eighth of them.',
  }),
  messageStreamLength: setting.integer({
    env: 'GATEHOUSE_MESSAGE_STREAM_LENGTH',
    default: 100_000,
    min: 1,
    meaning: 'About how many messages the stream in Redis keeps for consumers that are behind.',
  }),
  webhooksPerChannel: setting.integer({
    env: 'GATEHOUSE_WEBHOOKS_PER_CHANNEL',
    default: 15,
    min: 1,
    meaning: 'How many webhooks a channel can hold.',
  }),
  webhooksPerGuild: setting.integer({
    env: 'GATEHOUSE_WEBHOOKS_PER_GUILD',
    default: 1000,
    min: 1,
    meaning: 'How many webhooks a guild can hold.',
  }),
})

export type WebhookConfig = Settings<typeof webhookSettings>
