import { z } from 'zod'
import { namedSchema } from './named-schema.ts'

const optionalText = (description: string) => z.string().optional().describe(description)

export const ChatCompatWebhookRequestAttachmentsItemFieldsItem = namedSchema(
  'ChatCompatWebhookRequestAttachmentsItemFieldsItem',
  'A field of an attachment.',
  z.object({
    short: z.boolean().optional().describe('Whether it can be shown beside another field.'),
    title: optionalText('Title of the field.'),
    value: optionalText('Text of the field.'),
  }),
)

export const ChatCompatWebhookRequestAttachmentsItem = namedSchema(
  'ChatCompatWebhookRequestAttachmentsItem',
  'An attachment.',
  z.object({
    author_icon: optionalText('Author icon URL.'),
    author_link: optionalText('URL linked from the author name.'),
    author_name: optionalText('Author name.'),
    color: optionalText('Sidebar colour, hex code or preset.'),
    fallback: optionalText('Fallback text for notifications.'),
    fields: z.array(ChatCompatWebhookRequestAttachmentsItemFieldsItem).optional().describe('Field objects.'),
    footer: optionalText('Footer text.'),
    image_url: optionalText('Main image URL.'),
    pretext: optionalText('Text above the attachment block.'),
    text: optionalText('Attachment text.'),
    thumb_url: optionalText('Thumbnail URL.'),
    title: optionalText('Title.'),
    title_link: optionalText('URL linked from the title.'),
    ts: z.int().optional().describe('Unix timestamp for the footer.'),
  }),
)

export const ChatCompatWebhookRequest = namedSchema(
  'ChatCompatWebhookRequest',
  'A message in the chat-compatible format.',
  z.object({
    attachments: z.array(ChatCompatWebhookRequestAttachmentsItem).optional().describe('Attachment objects.'),
    icon_url: optionalText('Overrides the webhook icon.'),
    text: optionalText('Main message text.'),
    username: optionalText('Overrides the webhook username.'),
  }),
  {
    text: { text: 'Disk is full' },
    attachment: {
      attachments: [
        { title: 'Disk is full', color: 'danger', fields: [{ title: 'Host', value: 'db-1', short: true }] },
      ],
    },
  },
)
