import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { secretText, validatedByService } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { accountAvatar, EmailType, PasswordType, SnowflakeType, UsernameType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'
import { profileExample, profileShape, profileUpdateShape } from './profile-fields.ts'
import { secondFactorFields } from './step-up.ts'

const string = z.string({ error: wrongType('INVALID_FORMAT') })

const partial = {
  id: SnowflakeType,
  username: z.string(),
  discriminator: z.string().describe('Four digits.'),
  ...profileShape('everyone'),
  avatar: z.string().nullable(),
  avatar_color: z.int().nullable(),
  flags: z.int(),
}

export const ada = {
  id: '1541815603606036480',
  username: 'ada_lovelace',
  discriminator: '0001',
  ...profileExample('everyone'),
  avatar: null,
  avatar_color: null,
  flags: 0,
}

export const UserPartialResponse = namedSchema(
  'UserPartialResponse',
  'The public fields of an account. A deleted account is shown as "Deleted User".',
  z.object(partial),
  { user: ada },
)

export const AuthenticatorType = namedSchema(
  'AuthenticatorType',
  '0: time-based one-time password authenticator, 1: SMS-based authenticator, 2: WebAuthn authenticator.',
  z.int().meta({ enum: [0, 1, 2] }),
)

export const UserPrivateResponse = namedSchema(
  'UserPrivateResponse',
  'The fields of an account that its owner sees.',
  z.object({
    ...partial,
    email: z.string().nullable(),
    phone: z.string().nullable(),
    verified: z.boolean().describe('Whether the email address is verified.'),
    mfa_enabled: z.boolean().describe('Whether a sign-in requires a second factor.'),
    authenticator_types: z.array(AuthenticatorType),
    has_password: z.boolean(),
    require_passkey: z.boolean().describe('Whether sign-ins with the password need a passkey.'),
    sso_link: z
      .enum(['provider', 'own'])
      .nullable()
      .describe(
        'Who linked the account to the identity provider: `provider` by a sign-in, then it manages email address and password; `own`: its owner or an operator.',
      ),
    password_last_changed_at: time.nullable(),
    required_actions: z.array(z.string()),
    ...profileShape('owner'),
    created_at: time,
  }),
  {
    account: {
      ...ada,
      email: 'ada@example.com',
      phone: null,
      verified: true,
      mfa_enabled: false,
      authenticator_types: [],
      has_password: true,
      require_passkey: false,
      sso_link: null,
      password_last_changed_at: null,
      required_actions: [],
      ...profileExample('owner'),
      created_at: '2030-01-01T00:00:00.000Z',
    },
  },
)

export const UserUpdateRequest = namedSchema(
  'UserUpdateRequest',
  'The fields to update. Omitted fields do not change; unknown fields are ignored.',
  z.object({
    username: UsernameType.optional(),
    discriminator: string
      .check(validatedByService({ min: 4, max: 4 }, 'DISCRIMINATOR_INVALID_FORMAT'))
      .meta({ pattern: '^[0-9]{4}$', minLength: 4, maxLength: 4, description: '0001 to 9999.' })
      .optional(),
    ...profileUpdateShape('everyone'),
    avatar: accountAvatar.optional(),
    ...profileUpdateShape('owner'),
    email: EmailType.optional().describe(
      'Only for an account without an email. Requires a password if the account has none.',
    ),
    email_token: secretText({ min: 1, max: 256, code: 'INVALID_EMAIL_TOKEN' })
      .optional()
      .describe(
        'Changes the email address to the one that was proved at /users/@me/email-change. All other sessions end.',
      ),
    password: PasswordType.optional().describe(
      'The current password. For an account without one: the password to set.',
    ),
    new_password: PasswordType.optional().describe(
      'The new password. Requires `password`. All other sessions end.',
    ),
    ...secondFactorFields,
  }),
  {
    profile: { global_name: 'Ada', locale: 'en-GB' },
    newEmail: { email_token: 'ge_9pS7tU4vW8zC2dE6fG9hJ3kLmNoPqRsTuVwXyZaBcDe' },
    newPassword: { password: 'violet-anchor-1815', new_password: 'amber-lantern-1843' },
  },
)
