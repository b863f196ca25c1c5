import { z } from 'zod'
import { EmailType, PasswordType } from './common.ts'
import { shape } from './shape.ts'

export const ForgotPasswordRequest = shape(
  'ForgotPasswordRequest',
  'Asks for a mail with a reset token.',
  z.object({ email: EmailType }),
)

export const ResetPasswordRequest = shape(
  'ResetPasswordRequest',
  'Sets a new password by a mailed token.',
  z.object({ password: PasswordType, token: z.string().describe('Reset token from email.') }),
)

export const EmailRevertRequest = shape(
  'EmailRevertRequest',
  'Takes an email change back and sets a new password.',
  z.object({ password: PasswordType, token: z.string().describe('Email revert token from email.') }),
)

export const VerifyEmailRequest = shape(
  'VerifyEmailRequest',
  'Proves that an email address is yours.',
  z.object({ token: z.string().describe('Verification token from email.') }),
)
