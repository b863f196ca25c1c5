import { z } from 'zod'
import { EmailType, PasswordType } from './common.ts'
import { namedSchema } from './named-schema.ts'

export const ForgotPasswordRequest = namedSchema(
  'ForgotPasswordRequest',
  'Requests an email with a reset token.',
  z.object({ email: EmailType }),
)

export const ResetPasswordRequest = namedSchema(
  'ResetPasswordRequest',
  'Sets a new password with a reset token.',
  z.object({ password: PasswordType, token: z.string().describe('Reset token from email.') }),
)

export const EmailRevertRequest = namedSchema(
  'EmailRevertRequest',
  'Reverts an email change and sets a new password.',
  z.object({ password: PasswordType, token: z.string().describe('Email revert token from email.') }),
)

export const VerifyEmailRequest = namedSchema(
  'VerifyEmailRequest',
  'Verifies an email address.',
  z.object({ token: z.string().describe('Verification token from email.') }),
)
