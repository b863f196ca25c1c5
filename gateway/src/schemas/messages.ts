import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'

const maybeText = z.string().nullable()

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
    }),
    content: z.string(),
    embeds: z.array(z.record(z.string(), z.unknown())),
    timestamp: time,
    edited_timestamp: time.nullable(),
    mention_everyone: z.boolean(),
    mentions: z.array(SnowflakeType),
    mention_roles: z.array(SnowflakeType),
    source: z
      .object({ format: z.string(), event: maybeText, action: maybeText, sender_delivery_id: maybeText })
      .describe('Format, event, action and delivery id of the payload.'),
  }),
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
)
