import { z } from 'zod'
import { EmailType, inviteCode, PasswordType, SnowflakeType } from './common.ts'
import { exampleTicket, exampleToken } from './examples.ts'
import { namedSchema } from './named-schema.ts'

export const AuthTokenWithUserIdResponse = namedSchema(
  'AuthTokenWithUserIdResponse',
  'A completed sign-in.',
  z.object({
    token: z.string().describe('Authentication token for API requests.'),
    user_id: SnowflakeType.describe('Id of the authenticated user.'),
  }),
  { signedIn: { token: exampleToken, user_id: '1541815603606036480' } },
)

export const AuthMfaRequiredResponse = namedSchema(
  'AuthMfaRequiredResponse',
  'A sign-in that requires a second factor.',
  z.object({
    allowed_methods: z
      .array(z.string())
      .describe(
        'Allowed MFA methods: `totp`, `sms`, `webauthn`; and `backup_code`, which is sent like a code of an app, for an account without one.',
      ),
    mfa: z.literal(true).describe('Always true; MFA is required to finish authentication.'),
    sms: z.boolean().describe('SMS MFA is available.'),
    sms_phone_hint: z.string().nullable().optional().describe('Masked phone hint for SMS MFA.'),
    ticket: z.string().describe('MFA ticket used to complete verification.'),
    totp: z.boolean().describe('TOTP MFA is available.'),
    webauthn: z.boolean().describe('WebAuthn MFA is available.'),
  }),
  {
    secondFactor: {
      mfa: true,
      ticket: exampleTicket,
      allowed_methods: ['totp'],
      totp: true,
      sms: false,
      sms_phone_hint: null,
      webauthn: false,
    },
  },
)

export const AuthLoginResponse = namedSchema(
  'AuthLoginResponse',
  'A token, or the second factor that is required.',
  z.union([AuthTokenWithUserIdResponse, AuthMfaRequiredResponse]),
)

export const AuthRegisterResponse = namedSchema(
  'AuthRegisterResponse',
  'A token. The form with a ticket is never returned, because a new account has no second factor.',
  z.union([AuthTokenWithUserIdResponse, AuthMfaRequiredResponse]),
)

export const LoginRequest = namedSchema(
  'LoginRequest',
  'A sign-in with email and password.',
  z.object({
    email: EmailType,
    password: PasswordType,
    invite_code: inviteCode.optional().describe('Guild invite code to join after login.'),
  }),
  { password: { email: 'ada@example.com', password: 'violet-anchor-1815' } },
)
