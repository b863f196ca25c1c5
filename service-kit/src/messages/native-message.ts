import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { z } from 'zod'
import { rejectUnless, wrongType } from '../fields/field-problems.ts'
import { documentedAs, integer, snowflake } from '../fields/fields.ts'
import {
  lenient,
  lenientBoolean,
  lenientColor,
  lenientInstant,
  lenientList,
  lenientObject,
  lenientText,
  lenientUrl,
} from '../fields/lenient.ts'
import { codePoints } from '../fields/text.ts'
import { urlBytes } from './url-bytes.ts'

const url = lenientUrl(messageLimits.url)
const image = lenientObject({ url }, 'url')

const embedShape = {
  title: lenientText(messageLimits.title),
  url: url.describe('URL linked from the title.'),
  description: lenientText(messageLimits.description),
  color: lenientColor.describe('The colour of the sidebar as 0xRRGGBB.'),
  timestamp: lenientInstant,
  author: lenientObject({ name: lenientText(messageLimits.author), url, icon_url: url }, 'name'),
  fields: lenientList(
    z.object(
      {
        name: lenientText(messageLimits.fieldName),
        value: lenientText(messageLimits.fieldValue),
        inline: lenientBoolean,
      },
      { error: wrongType('INVALID_FORMAT') },
    ),
    { min: 0, max: messageLimits.fields },
  ),
  image,
  thumbnail: image,
  footer: lenientObject({ text: lenientText(messageLimits.footer), icon_url: url }, 'text'),
}
const embed = z.object(embedShape, { error: wrongType('INVALID_FORMAT') })

const id = snowflake.meta(
  documentedAs({
    anyOf: [
      { type: 'string', pattern: '^(0|[1-9][0-9]{0,18})$' },
      { type: 'integer', minimum: 0 },
    ],
    examples: ['1541815603606036480'],
  }),
)

const ids = lenientList(id, { min: 0, max: messageLimits.allowedMentions })

const allowedMentions = lenientObject({
  parse: lenientList(z.enum(['everyone', 'users', 'roles'], { error: wrongType('INVALID_FORMAT') }), {
    min: 0,
    max: 3,
  }).describe('Kinds of mentions that are allowed: everyone (also @here), users, roles.'),
  users: ids.describe('Ids of users that may be mentioned.'),
  roles: ids.describe('Ids of roles that may be mentioned.'),
}).describe('The mentions of the content that take effect. Default: none.')

/** Only the author of a command sees the message; it consists of components. Shown to everybody, or without them, it would be another. */
const rejectedFlags = [64, 32_768]

const flags = lenient(
  integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).check(
    rejectUnless('FIELD_NOT_ALLOWED', (value: number) =>
      rejectedFlags.every((flag) => Math.floor(value / flag) % 2 === 0),
    ),
  ),
  (value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : null),
).describe('Ignored, but 64 (only one person sees it) and 32768 (components) are rejected.')

/** Of an error. The URLs of a message are in every event and list. */
export const maxUrlSum = `${messageLimits.urlSum} bytes of URLs, with avatar_url`

const changeable = {
  content: lenientText(messageLimits.content).describe('Markdown.'),
  embeds: lenientList(embed, { min: 0, max: messageLimits.embeds }).check(
    rejectUnless('EMBEDS_TOO_LONG', isWithinSum, { max: `${messageLimits.embedSum} characters` }),
  ),
  allowed_mentions: allowedMentions,
  flags,
}

/** A message in the format of this API. */
export const nativeMessage = z
  .object({
    ...changeable,
    username: lenientText(messageLimits.username).describe('Shown instead of the name of the webhook.'),
    avatar_url: url.describe('Shown instead of the avatar of the webhook.'),
  })
  .check(
    z.refine(({ embeds, avatar_url }) => urlBytes(embeds ?? [], avatar_url) <= messageLimits.urlSum, {
      error: 'EMBEDS_TOO_LONG',
      params: { max: maxUrlSum },
      path: ['embeds'],
    }),
  )

/** The fields that can change; null or an empty value clears one. */
export const nativeMessageEdit = z.object(changeable)

export type NativeMessage = z.output<typeof nativeMessage>
export type NativeMessageEdit = z.output<typeof nativeMessageEdit>
export type NativeEmbed = z.output<typeof embed>
export type AllowedMentions = NonNullable<z.output<typeof allowedMentions>>

function isWithinSum(embeds: NativeEmbed[] | null | undefined): boolean {
  const texts = (embeds ?? []).flatMap(({ title, description, author, footer, fields }) => [
    title,
    description,
    author?.name,
    footer?.text,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ])
  return texts.reduce((sum, text) => sum + codePoints(text ?? ''), 0) <= messageLimits.embedSum
}
