import { z } from 'zod'
import { secretText } from '../http/fields.ts'
import { namedSchema } from './named-schema.ts'

const ticket = secretText({ min: 1, max: 256 }).describe('MFA ticket from the login response.')

export const MfaTicketRequest = namedSchema(
  'MfaTicketRequest',
  'A login that requires a second factor.',
  z.object({ ticket }),
  { ticket: { ticket: '5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc' } },
)

export const MfaTotpRequest = namedSchema(
  'MfaTotpRequest',
  'Completes a login with a one-time password.',
  z.object({ code: z.string().describe('TOTP code.'), ticket }),
)

export const MfaSmsRequest = namedSchema(
  'MfaSmsRequest',
  'Completes a login with a code sent by SMS.',
  z.object({ code: z.string().describe('SMS verification code.'), ticket }),
)

export const MfaBackupCodeResponse = namedSchema(
  'MfaBackupCodeResponse',
  'A backup code.',
  z.object({ code: z.string(), consumed: z.boolean().describe('Whether the code was used.') }),
)
