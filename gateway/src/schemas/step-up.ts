import { wrongType } from '@gatehouse/service-kit/fields/field-problems'
import { boolean, secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { PasswordType } from './common.ts'
import { namedSchema } from './named-schema.ts'

/** A code of a second factor, or by mail, as proof of identity. */
export const secondFactorFields = {
  mfa_method: z
    .enum(['totp', 'sms', 'webauthn'], { error: wrongType('INVALID_FORMAT') })
    .optional()
    .describe('The second factor of the proof. Required with one.'),
  mfa_code: secretText({ min: 1, max: 32 })
    .optional()
    .describe('A code of the second factor; for `totp` also a backup code. Required for `totp` and `sms`.'),
  email_code: secretText({ min: 1, max: 64, code: 'INVALID_VERIFICATION_CODE' })
    .optional()
    .describe('A code by mail, in place of a factor, if `email` is among the methods of SUDO_MODE_REQUIRED.'),
  webauthn_challenge: secretText({ min: 1, max: 256 })
    .optional()
    .describe('Challenge from the options of this step-up. Required for `webauthn`.'),
  webauthn_response: z
    .record(z.string(), z.unknown(), { error: wrongType('INVALID_FORMAT') })
    .optional()
    .describe('WebAuthn authentication response. Required for `webauthn`.'),
}

export const stepUpFields = {
  password: PasswordType.optional().describe('The account password, for accounts without a second factor.'),
  ...secondFactorFields,
}

export const endOtherSessions = boolean
  .optional()
  .describe('Whether all other sessions of the account end. Default: false.')

export const StepUpRequest = namedSchema(
  'StepUpRequest',
  'A proof of identity. Not required if one was sent with this session within five minutes.',
  z.object(stepUpFields),
  {
    password: { password: 'violet-anchor-1815' },
    secondFactor: { mfa_method: 'totp', mfa_code: '492039' },
  },
)
