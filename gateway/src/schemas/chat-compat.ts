import { z } from 'zod'
import { namedSchema } from './named-schema.ts'

/** Senders write numbers too. */
const text = z.union([z.string(), z.number()])
const optionalText = (description: string) => text.optional().describe(description)
const optionalUrl = (description: string) => z.string().optional().describe(description)

export const ChatCompatWebhookRequestAttachmentsItemFieldsItem = namedSchema(
  'ChatCompatWebhookRequestAttachmentsItemFieldsItem',
  'A field of an attachment.',
  z.object({
    short: z
      .union([z.boolean(), z.string(), z.number()])
      .optional()
      .describe('Whether it can be shown beside another field.'),
    title: optionalText('Title of the field.'),
    value: z.union([text, z.boolean()]).optional().describe('Text of the field.'),
  }),
)

export const ChatCompatWebhookRequestAttachmentsItem = namedSchema(
  'ChatCompatWebhookRequestAttachmentsItem',
  'An attachment.',
  z.object({
    author_icon: optionalUrl('Author icon URL.'),
    author_link: optionalUrl('URL linked from the author name.'),
    author_name: optionalText('Author name.'),
    color: z.string().optional().describe('Sidebar colour: good, warning, danger, or rgb or rrggbb in hex.'),
    fallback: optionalText('Fallback text for notifications.'),
    fields: z.array(ChatCompatWebhookRequestAttachmentsItemFieldsItem).optional().describe('Field objects.'),
    footer: optionalText('Footer text.'),
    image_url: optionalUrl('Main image URL.'),
    pretext: optionalText('Text above the attachment block.'),
    text: optionalText('Attachment text.'),
    thumb_url: optionalUrl('Thumbnail URL.'),
    title: optionalText('Title.'),
    title_link: optionalUrl('URL linked from the title.'),
    ts: text.optional().describe('Unix timestamp for the footer, in seconds or milliseconds.'),
  }),
)

export const ChatCompatWebhookRequest = namedSchema(
  'ChatCompatWebhookRequest',
  'A message in the chat-compatible format.',
  z.object({
    attachments: z.array(ChatCompatWebhookRequestAttachmentsItem).optional().describe('Attachment objects.'),
    icon_url: optionalUrl('Overrides the webhook icon.'),
    text: optionalText('Main message text.'),
    username: z.string().optional().describe('Overrides the webhook username.'),
  }),
)
