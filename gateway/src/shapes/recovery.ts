import { z } from 'zod'
import { EmailType, PasswordType } from './common.ts'
import { shape } from './shape.ts'

export const ForgotPasswordRequest = shape(
  'ForgotPasswordRequest',
  'Requests an email with a reset token.',
  z.object({ email: EmailType }),
)

export const ResetPasswordRequest = shape(
  'ResetPasswordRequest',
  'Sets a new password with a reset token.',
  z.object({ password: PasswordType, token: z.string().describe('Reset token from email.') }),
)

export const EmailRevertRequest = shape(
  'EmailRevertRequest',
  'Reverts an email change and sets a new password.',
  z.object({ password: PasswordType, token: z.string().describe('Email revert token from email.') }),
)

export const VerifyEmailRequest = shape(
  'VerifyEmailRequest',
  'Verifies an email address.',
  z.object({ token: z.string().describe('Verification token from email.') }),
)
