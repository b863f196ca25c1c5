import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { namedSchema } from './named-schema.ts'
import { endOtherSessions, stepUpFields } from './step-up.ts'

const examplePhone = '+12025550123'

const phone = secretText({ min: 1, max: 64 }).describe(
  'A mobile number in E.164. Spaces, dashes, dots and brackets are ignored.',
)

export const PhoneSendVerificationRequest = namedSchema(
  'PhoneSendVerificationRequest',
  'A phone number that receives a code.',
  z.object({ phone }),
  { phone: { phone: examplePhone } },
)

export const PhoneVerifyRequest = namedSchema(
  'PhoneVerifyRequest',
  'A code that was sent to a phone number.',
  z.object({ phone, code: secretText({ min: 1, max: 32 }).describe('Six digits.') }),
  { code: { phone: examplePhone, code: '492039' } },
)

export const PhoneVerifyResponse = namedSchema(
  'PhoneVerifyResponse',
  'The proof that the account receives messages to the phone number. Valid for ten minutes and once.',
  z.object({ phone_token: z.string() }),
  { verified: { phone_token: 'Xy2vN4pR8Kq7m1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuV' } },
)

export const PhoneSetRequest = namedSchema(
  'PhoneSetRequest',
  'Sets the phone number of the account.',
  z.object({
    phone_token: secretText({ min: 1, max: 256 }).describe('From the verification of the phone number.'),
    end_other_sessions: endOtherSessions,
    ...stepUpFields,
  }),
  { set: { phone_token: 'Xy2vN4pR8Kq7m1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuV' } },
)

export const PhoneChangeRequest = namedSchema(
  'PhoneChangeRequest',
  'A change of the phone number or of its use as second factor.',
  z.object({ end_other_sessions: endOtherSessions, ...stepUpFields }),
  { change: { end_other_sessions: true } },
)
