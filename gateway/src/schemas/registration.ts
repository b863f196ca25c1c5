import { fieldBounds } from '@gatehouse/proto/field-bounds'
import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { boolean, documentedAs, listOf, text, validatedByService } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { EmailType, inviteCode, PasswordType, UsernameType } from './common.ts'
import { namedSchema } from './named-schema.ts'
import { profileRegistrationShape } from './profile-fields.ts'

const string = z.string({ error: wrongType('INVALID_FORMAT') })

export const RegisterRequest = namedSchema(
  'RegisterRequest',
  'A new account.',
  z.object({
    consent: boolean
      .describe('Consent to the terms of service.')
      .meta(documentedAs({ type: 'boolean', const: true })),
    date_of_birth: string
      .check(validatedByService({ min: 10, max: 10 }, 'INVALID_DATE_OF_BIRTH_FORMAT'))
      .meta({
        description:
          'Format YYYY-MM-DD, from 1900-01-01. The minimum age is 13 to 16 years, depending on the country of the client address.',
        format: 'date',
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      }),
    email: EmailType.optional(),
    ...profileRegistrationShape,
    invite_code: inviteCode.optional().describe('Guild invite code to join after registration.'),
    password: PasswordType.optional(),
    username: UsernameType.optional(),
  }),
  {
    account: {
      email: 'ada@example.com',
      password: 'violet-anchor-1815',
      consent: true,
      date_of_birth: '1990-12-10',
      global_name: 'Ada Lovelace',
    },
    withoutEmail: { consent: true, date_of_birth: '1990-12-10' },
  },
)

export const UsernameSuggestionsRequest = namedSchema(
  'UsernameSuggestionsRequest',
  'A display name to suggest usernames for.',
  z.object({
    global_name: text({ ...fieldBounds.globalName, code: 'GLOBAL_NAME_LENGTH_INVALID' }).describe(
      'Display name to derive suggestions from.',
    ),
  }),
  { displayName: { global_name: 'Ada Lovelace' } },
)

export const UsernameSuggestionsResponse = namedSchema(
  'UsernameSuggestionsResponse',
  'Suggested usernames. They may already be taken.',
  z.object({ suggestions: listOf(z.string(), { min: 0, max: 20 }) }),
  { suggestions: { suggestions: ['adalovelace', 'ada_lovelace'] } },
)
