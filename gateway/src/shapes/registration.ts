import { z } from 'zod'
import { boolean, foreignText, listOf, text } from '../http/fields.ts'
import { inviteCode, UsernameType } from './common.ts'
import { shape } from './shape.ts'

// The rules of a new account live in auth-service, which names everything that is wrong in one answer.
export const RegisterRequest = shape(
  'RegisterRequest',
  'A new account.',
  z.object({
    consent: boolean.describe('Consent to the terms of service.'),
    date_of_birth: foreignText('INVALID_DATE_OF_BIRTH_FORMAT').meta({
      description: 'Format YYYY-MM-DD.',
      format: 'date',
    }),
    email: foreignText('EMAIL_LENGTH_INVALID')
      .meta({ description: 'An email address.', format: 'email', minLength: 1, maxLength: 254 })
      .optional(),
    global_name: foreignText('GLOBAL_NAME_LENGTH_INVALID')
      .meta({ description: 'Display name shown to other users.', minLength: 1, maxLength: 32 })
      .optional(),
    invite_code: inviteCode.optional().describe('Guild invite code to join after registration.'),
    password: foreignText('PASSWORD_LENGTH_INVALID')
      .meta({
        description: 'A password of 8 to 256 characters.',
        format: 'password',
        minLength: 8,
        maxLength: 256,
      })
      .optional(),
    username: UsernameType.optional(),
  }),
)

export const UsernameSuggestionsRequest = shape(
  'UsernameSuggestionsRequest',
  'A display name to derive usernames from.',
  z.object({
    global_name: text({ min: 1, max: 32, code: 'GLOBAL_NAME_LENGTH_INVALID' }).describe(
      'Display name to derive suggestions from.',
    ),
  }),
)

export const UsernameSuggestionsResponse = shape(
  'UsernameSuggestionsResponse',
  'Usernames that follow from the name; whether they are taken is not looked at.',
  z.object({ suggestions: listOf(z.string(), { min: 0, max: 20 }) }),
)
