import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { z } from 'zod'
import { rejectUnless, wrongType } from '../fields/field-problems.ts'
import {
  boolean,
  documentedAs,
  instant,
  integer,
  lengthMeta,
  listOf,
  nullable,
  snowflake,
} from '../fields/fields.ts'
import { codePoints } from '../fields/text.ts'
import { urlBytes } from './url-bytes.ts'

/** Markdown keeps its tabs and its white space, so it is only measured here. */
function markdown(max: number) {
  return z
    .string({ error: wrongType('INVALID_FORMAT') })
    .check(
      rejectUnless('STRING_LENGTH_INVALID', (value: string) => codePoints(value) <= max, { min: 0, max }),
    )
    .meta(lengthMeta({ min: 0, max }))
}

const optional = <S extends z.ZodType>(field: S) => nullable(field).optional()

const url = optional(
  markdown(messageLimits.url)
    .check(rejectUnless('INVALID_URL_FORMAT', isWebUrl))
    .meta({ format: 'uri', examples: ['https://example.com/a'] }),
)

const required = (max: number) =>
  markdown(max).check(rejectUnless('STRING_LENGTH_INVALID', (value: string) => value !== '', { min: 1, max }))

const image = optional(z.object({ url }))

const embed = z.object(
  {
    title: optional(markdown(messageLimits.title)),
    url: url.describe('URL linked from the title.'),
    description: optional(markdown(messageLimits.description)),
    color: nullable(integer({ min: 0, max: 0xffffff }))
      .optional()
      .describe('The colour of the sidebar as 0xRRGGBB.'),
    timestamp: nullable(instant).optional(),
    author: optional(z.object({ name: required(messageLimits.author), url, icon_url: url })),
    fields: optional(
      listOf(
        z.object({
          name: required(messageLimits.fieldName),
          value: required(messageLimits.fieldValue),
          inline: nullable(boolean).optional(),
        }),
        { min: 0, max: messageLimits.fields },
      ),
    ),
    image,
    thumbnail: image,
    footer: optional(z.object({ text: required(messageLimits.footer), icon_url: url })),
  },
  { error: wrongType('INVALID_FORMAT') },
)

const id = snowflake.meta(
  documentedAs({
    anyOf: [
      { type: 'string', pattern: '^(0|[1-9][0-9]{0,18})$' },
      { type: 'integer', minimum: 0 },
    ],
    examples: ['1541815603606036480'],
  }),
)

const ids = optional(listOf(id, { min: 0, max: messageLimits.allowedMentions }))

const allowedMentions = optional(
  z.object({
    parse: optional(
      listOf(z.enum(['everyone', 'users', 'roles'], { error: wrongType('INVALID_FORMAT') }), {
        min: 0,
        max: 3,
      }),
    ).describe('Kinds of mentions that are allowed: everyone (also @here), users, roles.'),
    users: ids.describe('Ids of users that may be mentioned.'),
    roles: ids.describe('Ids of roles that may be mentioned.'),
  }),
).describe('The mentions of the content that take effect. Default: none.')

/** Of an error. The URLs of a message are in every event and list. */
export const maxUrlSum = `${messageLimits.urlSum} bytes of URLs, with avatar_url`

const changeable = {
  content: optional(markdown(messageLimits.content)).describe('Markdown.'),
  embeds: optional(listOf(embed, { min: 0, max: messageLimits.embeds })).check(
    rejectUnless('EMBEDS_TOO_LONG', isWithinSum, { max: `${messageLimits.embedSum} characters` }),
  ),
  allowed_mentions: allowedMentions,
}

/** A message in the format of this API. */
export const nativeMessage = z
  .object({
    ...changeable,
    username: optional(markdown(messageLimits.username)).describe(
      'Shown instead of the name of the webhook.',
    ),
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

function isWebUrl(text: string): boolean {
  const parsed = URL.parse(text)
  // Credentials can look like the host: https://github.com@evil.example.
  return /^https?:\/\//i.test(text) && parsed !== null && parsed.username === '' && parsed.password === ''
}

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
