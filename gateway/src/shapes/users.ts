import { z } from 'zod'
import { SnowflakeType } from './common.ts'
import { shape, time } from './shape.ts'

const partial = {
  id: SnowflakeType,
  username: z.string(),
  discriminator: z.string().describe('Four digits.'),
  global_name: z.string().nullable(),
  avatar: z.string().nullable(),
  avatar_color: z.int().nullable(),
  flags: z.int(),
}

export const UserPartialResponse = shape(
  'UserPartialResponse',
  'What anyone may see of an account; a placeholder "Deleted User" when it is gone.',
  z.object(partial),
)

export const AuthenticatorType = shape(
  'AuthenticatorType',
  '0: time-based one-time password authenticator, 1: SMS-based authenticator, 2: WebAuthn authenticator.',
  z.int().meta({ enum: [0, 1, 2] }),
)

export const UserPrivateResponse = shape(
  'UserPrivateResponse',
  'What the owner of an account sees of it.',
  z.object({
    ...partial,
    email: z.string().nullable(),
    phone: z.string().nullable(),
    verified: z.boolean().describe('Whether the email address is verified.'),
    mfa_enabled: z.boolean(),
    authenticator_types: z.array(AuthenticatorType),
    password_last_changed_at: time.nullable(),
    required_actions: z.array(z.string()),
    locale: z.string().nullable(),
    created_at: time,
  }),
)
