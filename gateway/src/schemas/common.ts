import { avatarBounds } from '@gatehouse/proto/avatars'
import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { rejectUnless, wrongType } from '@gatehouse/service-kit/fields/field-problems'
import {
  documentedAs,
  lengthMeta,
  nullable,
  snowflake,
  text,
  validatedByService,
  wellFormed,
} from '@gatehouse/service-kit/fields/fields'
import { normalizeText } from '@gatehouse/service-kit/fields/text'
import { z } from 'zod'
import { namedSchema } from './named-schema.ts'

export const SnowflakeType = namedSchema(
  'SnowflakeType',
  'A 64-bit id as a decimal string.',
  snowflake.meta(
    documentedAs({ type: 'string', pattern: '^(0|[1-9][0-9]{0,18})$', examples: ['1541815603606036480'] }),
  ),
)

/** An id in a body. Clients with 64-bit integers may send a number. */
export const snowflakeInput = snowflake.meta(
  documentedAs({ anyOf: [{ $ref: '#/$defs/SnowflakeType' }, { type: 'integer', minimum: 0 }] }),
)

export const Int32Type = namedSchema('Int32Type', 'An integer; larger values are accepted too.', z.int())

export const Int64Type = namedSchema(
  'Int64Type',
  'A 64-bit integer, as a string if a JSON number would not be exact.',
  z.union([z.int(), z.string().regex(/^-?\d+$/)]),
)

const string = z.string({ error: wrongType('INVALID_FORMAT') })

export const PasswordType = namedSchema(
  'PasswordType',
  'A password. It is not trimmed; it is normalized to Unicode NFC.',
  string
    .check(wellFormed, validatedByService(fieldBounds.password, 'PASSWORD_LENGTH_INVALID'))
    .meta({ ...lengthMeta(fieldBounds.password), format: 'password' }),
)

const emailCharacter = "[A-Za-z0-9!#$%&'*+/=?^_{}~|`-]"
const domainLabel = (first: string) => `${first}([A-Za-z0-9-]{0,61}[A-Za-z0-9])?`

export const EmailType = namedSchema(
  'EmailType',
  'An email address, at most 64 characters before the @. The pattern is its ASCII form; Unicode domains are accepted too.',
  string
    .overwrite(normalizeText)
    .check(validatedByService(fieldBounds.email, 'EMAIL_LENGTH_INVALID'))
    .meta({
      ...lengthMeta(fieldBounds.email),
      format: 'email',
      pattern: `^${emailCharacter}(\\.?${emailCharacter}){0,63}@(${domainLabel('[A-Za-z0-9]')}\\.)+${domainLabel('[A-Za-z]')}$`,
    }),
)

export const UsernameType = namedSchema(
  'UsernameType',
  'A username: letters a-z and A-Z, digits and underscores.',
  string
    .overwrite(normalizeText)
    .check(validatedByService(fieldBounds.username, 'USERNAME_LENGTH_INVALID'))
    .meta({ ...lengthMeta(fieldBounds.username), pattern: '^[A-Za-z0-9_]+$' }),
)

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB4SG8MwAAAABJRU5ErkJggg=='

export const Base64ImageType = namedSchema(
  'Base64ImageType',
  'An image as a base64-encoded data URI.',
  z
    .string({ error: wrongType('INVALID_BASE64_FORMAT') })
    .check(rejectUnless('INVALID_BASE64_FORMAT', (value: string) => value.startsWith('data:image/')))
    .meta({ pattern: '^data:image/', examples: [onePixel] }),
)

/** webhook-service decodes the image. */
export const avatar = nullable(Base64ImageType).meta({
  description: `A PNG, JPEG, GIF or WebP image of at most ${avatarBounds.maxBytes / 1024} KiB and ${avatarBounds.maxPixels} pixels in each direction. Null removes the avatar.`,
})

/** Rejects images instead of ignoring them, because accounts have no avatars yet. */
export const accountAvatar = nullable(
  z
    .string({ error: () => 'AVATARS_NOT_SUPPORTED' })
    .check(rejectUnless<string>('AVATARS_NOT_SUPPORTED', () => false)),
).meta({
  description: 'Accounts have no avatars yet (AVATARS_NOT_SUPPORTED).',
  ...documentedAs({ type: 'null' }),
})

/** Redeemed after the sign-in; a failure does not affect the sign-in. */
export const inviteCode = nullable(text({ min: 0, max: 256 }))
