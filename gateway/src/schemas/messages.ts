import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'

const maybeText = z.string().nullable()
const text = z.string().optional()

export const MessageEmbedResponse = namedSchema(
  'MessageEmbedResponse',
  'An embed of a message. Parts without a value are absent. Title, description and fields are Markdown.',
  z.object({
    title: text,
    url: text.describe('URL linked from the title.'),
    description: text,
    color: z.int().optional().describe('The colour of the sidebar as 0xRRGGBB.'),
    timestamp: time.optional(),
    author: z.object({ name: z.string(), url: text, icon_url: text }).optional(),
    fields: z.array(z.object({ name: z.string(), value: z.string(), inline: z.boolean() })).optional(),
    image: z.object({ url: z.string() }).optional(),
    thumbnail: z.object({ url: z.string() }).optional(),
    footer: z.object({ text: z.string(), icon_url: text }).optional(),
  }),
)

export const MessageResponse = namedSchema(
  'MessageResponse',
  'A message posted by a webhook.',
  z.object({
    id: SnowflakeType,
    channel_id: SnowflakeType,
    guild_id: SnowflakeType,
    webhook_id: SnowflakeType,
    author: z.object({
      id: SnowflakeType,
      username: z.string(),
      avatar: maybeText,
      avatar_url: maybeText,
      bot: z.literal(true),
      discriminator: z.literal('0000'),
    }),
    content: z.string(),
    embeds: z.array(MessageEmbedResponse),
    timestamp: time,
    edited_timestamp: time.nullable(),
    mention_everyone: z.boolean(),
    mentions: z.array(SnowflakeType).describe('Ids of the users whose mention takes effect.'),
    mention_roles: z.array(SnowflakeType).describe('The same of roles.'),
    source: z
      .object({ format: z.string(), event: maybeText, action: maybeText, sender_delivery_id: maybeText })
      .nullable()
      .describe('Format, event, action and delivery id of the payload; null for a native message.'),
    type: z.literal(0).describe('Libraries for Discord read this and the following parts of every message.'),
    flags: z.literal(0),
    pinned: z.literal(false),
    tts: z.literal(false),
    attachments: z.array(z.unknown()).describe('Always empty: files are not stored.'),
  }),
  {
    message: {
      id: '1541815603606036485',
      channel_id: '1541815603606036483',
      guild_id: '1541815603606036482',
      webhook_id: '1541815603606036484',
      author: {
        id: '1541815603606036484',
        username: 'Alerts',
        avatar: null,
        avatar_url: null,
        bot: true,
        discriminator: '0000',
      },
      content: 'Disk is full',
      embeds: [{ title: 'db-1', description: '98 % of 40 GB', color: 0xe01e5a }],
      timestamp: '2030-01-01T00:00:00.000Z',
      edited_timestamp: null,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      source: { format: 'chat-compat', event: null, action: null, sender_delivery_id: null },
      type: 0,
      flags: 0,
      pinned: false,
      tts: false,
      attachments: [],
    },
  },
)

export const MessagesResponse = namedSchema(
  'MessagesResponse',
  'Messages of a channel, newest first.',
  z.array(MessageResponse),
)

export const DryRunResponse = namedSchema(
  'DryRunResponse',
  'The result of a dry run. Nothing was stored.',
  z.object({
    result: z.string().describe('The value of X-Webhook-Result.'),
    detail: maybeText.describe('Why no message was created, or which blocks were omitted.'),
    message: MessageResponse.nullable(),
  }),
  { dryRun: { result: 'ignored:watch', detail: null, message: null } },
)
