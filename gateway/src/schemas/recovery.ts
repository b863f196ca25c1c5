import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { EmailType, PasswordType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'

/** A token of a wrong length is rejected like an unknown one. */
export function emailedToken(code: FieldCode) {
  return secretText({ min: 1, max: 256, code })
}

/** A code beside the link of a mail. */
export const emailedCode = secretText({ min: 1, max: 64, code: 'INVALID_VERIFICATION_CODE' })

/** Whoever presents neither was sent here by a link, so the error names the token. */
export function requireTokenOrCode({
  token,
  code,
}: {
  token?: string | undefined
  code?: string | undefined
}): void {
  if (token === undefined && code === undefined) throw invalidFields({ token: 'REQUIRED' })
}

export const ForgotPasswordRequest = namedSchema(
  'ForgotPasswordRequest',
  'Requests an email with a reset token.',
  z.object({ email: EmailType }),
  { email: { email: 'ada@example.com' } },
)

const resetToken = emailedToken('INVALID_OR_EXPIRED_RESET_TOKEN').describe('Reset token from email.')

export const ResetPasswordInfoRequest = namedSchema(
  'ResetPasswordInfoRequest',
  'Identifies a reset by its token.',
  z.object({ token: resetToken }),
  { token: { token: 'gr_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc' } },
)

export const ResetPasswordInfoResponse = namedSchema(
  'ResetPasswordInfoResponse',
  'What a reset with the token changes.',
  z.object({
    email: z.string().describe('The address that the mail was sent to.'),
    username: z.string().describe('The username of the account.'),
    removes: z
      .boolean()
      .describe(
        'Whether the reset also removes passkeys, second factors, the phone number, the link to an identity provider and the role of administrator, because nobody has verified the address.',
      ),
  }),
  { unverified: { email: 'ada@example.com', username: 'ada', removes: true } },
)

export const ResetPasswordRequest = namedSchema(
  'ResetPasswordRequest',
  'Sets a new password with a reset token.',
  z.object({
    password: PasswordType,
    token: resetToken,
  }),
  {
    newPassword: { token: 'gr_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc', password: 'amber-lantern-1843' },
  },
)

export const ResetPasswordWithCodeRequest = namedSchema(
  'ResetPasswordWithCodeRequest',
  'Sets a new password with a reset token, or with an address and the code that was sent to it.',
  z.object({
    password: PasswordType,
    token: resetToken.optional(),
    email: EmailType.optional(),
    code: emailedCode
      .optional()
      .describe(
        'The code of the mail. Without `token` it requires `email`. After five wrong ones for an address in 15 minutes by strangers together, or by one device that has signed in to the account, all of theirs are wrong; the link goes on.',
      ),
  }),
  {
    newPassword: { token: 'gr_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc', password: 'amber-lantern-1843' },
    code: { email: 'ada@example.com', code: 'K7PW-3XNB', password: 'amber-lantern-1843' },
  },
)

const revertToken = emailedToken('INVALID_OR_EXPIRED_REVERT_TOKEN').describe('Email revert token from email.')

export const EmailRevertInfoRequest = namedSchema(
  'EmailRevertInfoRequest',
  'Identifies a revert by its token.',
  z.object({ token: revertToken }),
  { token: { token: 'gx_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc' } },
)

export const EmailRevertInfoResponse = namedSchema(
  'EmailRevertInfoResponse',
  'What a revert with the token restores.',
  z.object({
    email: z.string().describe('The address that it restores, to which the mail was sent.'),
    username: z.string().describe('The username of the account.'),
  }),
  { revert: { email: 'ada@example.com', username: 'ada' } },
)

export const EmailRevertRequest = namedSchema(
  'EmailRevertRequest',
  'Reverts an email change and sets a new password.',
  z.object({
    password: PasswordType,
    token: revertToken,
  }),
  {
    newPassword: { token: 'gx_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc', password: 'amber-lantern-1843' },
  },
)

const verificationToken = emailedToken('INVALID_OR_EXPIRED_VERIFICATION_TOKEN').describe(
  'Verification token from email.',
)

export const VerifyEmailRequest = namedSchema(
  'VerifyEmailRequest',
  'Verifies an email address.',
  z.object({ token: verificationToken }),
  { token: { token: 'gv_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc' } },
)

export const VerifyEmailWithCodeRequest = namedSchema(
  'VerifyEmailWithCodeRequest',
  'Verifies an email address with the token of the link, the code beside it, or both.',
  z.object({
    token: verificationToken.optional(),
    code: emailedCode
      .optional()
      .describe(
        'The code of the mail. Without `token` it requires a session of the account. Five wrong ones end the code, not the link.',
      ),
  }),
  {
    token: { token: 'gv_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc' },
    code: { code: 'K7PW-3XNB' },
  },
)

export const VerifyEmailInfoResponse = namedSchema(
  'VerifyEmailInfoResponse',
  'The account whose address the token verifies.',
  z.object({
    email: z.string().describe('The address that the mail was sent to.'),
    username: z.string().describe('The username of the account.'),
    registered_at: time.describe('When the account was registered.'),
    needs_code: z
      .boolean()
      .describe(
        'Whether to ask for the code of the mail: neither this session nor this browser belongs to the account. Programs that scan mails press buttons.',
      ),
  }),
  {
    elsewhere: {
      email: 'ada@example.com',
      username: 'ada',
      registered_at: '2030-01-01T00:00:00.000Z',
      needs_code: true,
    },
  },
)
