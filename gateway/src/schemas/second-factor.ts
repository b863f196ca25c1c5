import { boolean, secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { exampleTicket } from './examples.ts'
import { namedSchema } from './named-schema.ts'
import { endOtherSessions, stepUpFields } from './step-up.ts'

const ticket = secretText({ min: 1, max: 256 }).describe('MFA ticket from the login response.')

/** Longer than any code, with spaces and dashes. */
const code = secretText({ min: 1, max: 32 })

export const MfaTicketRequest = namedSchema(
  'MfaTicketRequest',
  'A login that requires a second factor.',
  z.object({ ticket }),
  { ticket: { ticket: exampleTicket } },
)

export const MfaTotpRequest = namedSchema(
  'MfaTotpRequest',
  'Completes a login with a one-time password.',
  z.object({ code: code.describe('TOTP code, or a backup code.'), ticket }),
  { code: { code: '492039', ticket: exampleTicket } },
)

export const MfaSmsRequest = namedSchema(
  'MfaSmsRequest',
  'Completes a login with a code sent by SMS.',
  z.object({ code: code.describe('SMS verification code.'), ticket }),
  { code: { code: '492039', ticket: exampleTicket } },
)

export const MfaBackupCodeResponse = namedSchema(
  'MfaBackupCodeResponse',
  'A backup code.',
  z.object({ code: z.string(), consumed: z.boolean().describe('Whether the code was used.') }),
)

const exampleSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const exampleUri = `otpauth://totp/Gatehouse:ada%40example.com?secret=${exampleSecret}&issuer=Gatehouse`

export const TotpSetupRequest = namedSchema(
  'TotpSetupRequest',
  'Starts to set up an authenticator app.',
  z.object({
    ...stepUpFields,
    qr_code: boolean.optional().describe('Whether the response contains a QR code. Default: false.'),
  }),
  { withQrCode: { qr_code: true } },
)

export const TotpSetupResponse = namedSchema(
  'TotpSetupResponse',
  'What an authenticator app needs. Valid for ten minutes.',
  z.object({
    secret: z.string().describe('160 bits in base32.'),
    otpauth_uri: z.string().describe('The secret with the name of the account, for a QR code or a link.'),
    qr_code: z.string().nullable().describe('The QR code as SVG; null if it was not requested.'),
  }),
  { setup: { secret: exampleSecret, otpauth_uri: exampleUri, qr_code: null } },
)

export const TotpEnableRequest = namedSchema(
  'TotpEnableRequest',
  'Makes an authenticator app a second factor.',
  z.object({
    code: code.describe('The current code of the app.'),
    secret: secretText({ min: 1, max: 256 })
      .optional()
      .describe('128 to 512 bits in base32. Default: the secret of the setup.'),
    end_other_sessions: endOtherSessions,
    ...stepUpFields,
  }),
  { enable: { code: '492039', end_other_sessions: true } },
)

export const TotpDisableRequest = namedSchema(
  'TotpDisableRequest',
  'Removes the authenticator app, and the backup codes unless a passkey is required.',
  z.object({
    code: code.describe('The current code of the app, or a backup code.'),
    end_other_sessions: endOtherSessions,
  }),
  { disable: { code: '492039' } },
)

export const BackupCodesRequest = namedSchema(
  'BackupCodesRequest',
  'Lists or replaces the backup codes.',
  z.object({
    regenerate: boolean.describe('True replaces all codes; false lists them.'),
    end_other_sessions: endOtherSessions,
    ...stepUpFields,
  }),
  { list: { regenerate: false }, replace: { regenerate: true } },
)

export const BackupCodesResponse = namedSchema(
  'BackupCodesResponse',
  'The backup codes: in full when they are created, later masked except for the last two characters.',
  z.object({ backup_codes: z.array(MfaBackupCodeResponse) }),
  {
    created: { backup_codes: [{ code: 'k7mzq-4hw2x', consumed: false }] },
    listed: { backup_codes: [{ code: '*****-***2x', consumed: true }] },
  },
)

const requirePasskey = boolean.describe('Whether a sign-in with the password also needs a passkey.')

export const MfaUpdateRequest = namedSchema(
  'MfaUpdateRequest',
  'What sign-ins with the password need.',
  z.object({ require_passkey: requirePasskey, end_other_sessions: endOtherSessions, ...stepUpFields }),
  { requirePasskey: { require_passkey: true } },
)

export const MfaSettingsResponse = namedSchema(
  'MfaSettingsResponse',
  'What sign-ins with the password need.',
  z.object({
    require_passkey: requirePasskey,
    backup_codes: z
      .array(MfaBackupCodeResponse)
      .optional()
      .describe('Created if the account has none and fewer than two passkeys. In full only here.'),
  }),
  {
    requirePasskey: {
      require_passkey: true,
      backup_codes: [{ code: 'k7mzq-4hw2x', consumed: false }],
    },
    allowPassword: { require_passkey: false },
  },
)

export const SudoMfaMethodsResponse = namedSchema(
  'SudoMfaMethodsResponse',
  'The second factors that can prove the identity of the account.',
  z.object({ has_mfa: z.boolean(), totp: z.boolean(), sms: z.boolean(), webauthn: z.boolean() }),
  { app: { has_mfa: true, totp: true, sms: false, webauthn: false } },
)
