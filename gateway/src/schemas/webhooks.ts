import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { integer, lengthMeta, validatedByService } from '@gatehouse/service-kit/fields/fields'
import { withoutLoneSurrogates } from '@gatehouse/service-kit/fields/text'
import { z } from 'zod'
import { avatar, SnowflakeType, snowflakeInput } from './common.ts'
import { namedSchema } from './named-schema.ts'
import { ada, UserPartialResponse } from './users.ts'

export const WebhookType = namedSchema(
  'WebhookType',
  '1: incoming webhook, 2: channel follower webhook.',
  z.int().meta({ enum: [1, 2] }),
)

const shown = {
  avatar: z.string().nullable().optional().describe('Hash of the avatar image.'),
  channel_id: SnowflakeType.describe('Channel the webhook posts to.'),
  guild_id: SnowflakeType.describe('Guild the webhook belongs to.'),
  id: SnowflakeType.describe('Webhook id.'),
  name: z.string().describe('Display name.'),
  token: z.string().describe('Secure token used to execute the webhook.'),
}

const webhook = {
  avatar: null,
  channel_id: '1541815603606036483',
  guild_id: '1541815603606036482',
  id: '1541815603606036484',
  name: 'Alerts',
  token: 'ghw_8Kq2vXy7mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuV',
}

export const WebhookTokenResponse = namedSchema(
  'WebhookTokenResponse',
  'A webhook without its creator.',
  z.object(shown),
  { webhook },
)

export const WebhookResponse = namedSchema(
  'WebhookResponse',
  'A webhook with its creator.',
  z.object({ ...shown, user: UserPartialResponse }),
  { webhook: { ...webhook, user: ada } },
)

export const WebhookCreatedResponse = namedSchema(
  'WebhookCreatedResponse',
  'A new webhook with its creator.',
  z.object({
    ...WebhookResponse.shape,
    url: z
      .string()
      .describe('Where senders post. Append the format: /code-host, /error-tracker or /chat-compat.'),
  }),
  { webhook: { ...webhook, user: ada, url: `https://chat.example/webhooks/${webhook.id}/${webhook.token}` } },
)

// null and "" get the same error as a name that webhook-service finds empty after normalization.
const name = z
  .preprocess(
    (value) => (value === null ? '' : value),
    z
      .string({ error: wrongType('INVALID_FORMAT') })
      .overwrite(withoutLoneSurrogates)
      .check(validatedByService(fieldBounds.webhookName, 'WEBHOOK_NAME_LENGTH_INVALID')),
  )
  .meta({ description: 'Display name, 1 to 80 characters.', ...lengthMeta(fieldBounds.webhookName) })

export const WebhookCreateRequest = namedSchema(
  'WebhookCreateRequest',
  'A new webhook.',
  z.object({ name, avatar: avatar.optional() }),
  { webhook: { name: 'Alerts' } },
)

export const WebhookUpdateRequest = namedSchema(
  'WebhookUpdateRequest',
  'The fields to update. Omitted fields do not change.',
  z.object({
    avatar: avatar.optional(),
    channel_id: snowflakeInput.optional().describe('The new channel, in the same guild.'),
    name: name.optional(),
  }),
  { name: { name: 'Builds' }, channel: { channel_id: '1541815603606036483' } },
)

export const WebhookTokenUpdateRequest = namedSchema(
  'WebhookTokenUpdateRequest',
  'The fields to update.',
  z.object({ avatar: avatar.optional(), name: name.optional() }),
  { name: { name: 'Builds' } },
)

export const WebhookTokenRotateRequest = namedSchema(
  'WebhookTokenRotateRequest',
  'How the token is replaced.',
  z.object({
    grace_seconds: integer(fieldBounds.tokenGraceSeconds)
      .optional()
      .describe('How long the previous token stays valid. Default: 0.'),
  }),
  { grace: { grace_seconds: 3600 } },
)
