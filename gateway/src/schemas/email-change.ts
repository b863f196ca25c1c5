import { secretText } from '@gatehouse/service-kit/fields/fields'
import { z } from 'zod'
import { EmailType } from './common.ts'
import { namedSchema, time } from './named-schema.ts'

const ticket = 'gt_5mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuVwXyZaBc'
const proof = 'gp_7nQ5rS2tU6xA0bC4dE7fG1hJkLmNoPqRsTuVwXyZaBc'
const codeExpiry = '2030-01-01T00:10:00.000Z'
const resend = '2030-01-01T00:00:30.000Z'

const fields = {
  /** A ticket of a wrong length is rejected like an unknown one. */
  ticket: secretText({ min: 1, max: 256, code: 'INVALID_OR_EXPIRED_TICKET' }).describe(
    'Ticket of the change.',
  ),
  code: secretText({ min: 1, max: 64, code: 'INVALID_VERIFICATION_CODE' }).describe(
    'Code from the mail, in any letter case, with or without the dash.',
  ),
  original_proof: secretText({ min: 1, max: 256, code: 'INVALID_PROOF_TOKEN' }).describe(
    'Proof of the current address, from the start or from verify-original.',
  ),
}

export const EmailChangeStartResponse = namedSchema(
  'EmailChangeStartResponse',
  'A started change of the email address.',
  z.object({
    ticket: z.string().describe('Identifies the change for 30 minutes.'),
    require_original: z
      .boolean()
      .describe('Whether a code was sent to the current address: it is verified, so it has to be proved.'),
    original_email: z.string().describe('The current address.'),
    original_proof: z.string().optional().describe('Only present if no proof is required.'),
    original_code_expires_at: time.nullable().describe('Null if no code was sent.'),
    resend_available_at: time.nullable().describe('Null if no code was sent.'),
  }),
  {
    verified: {
      ticket,
      require_original: true,
      original_email: 'ada@example.com',
      original_code_expires_at: codeExpiry,
      resend_available_at: resend,
    },
    unverified: {
      ticket,
      require_original: false,
      original_email: 'ada@example.com',
      original_proof: proof,
      original_code_expires_at: null,
      resend_available_at: null,
    },
  },
)

export const EmailChangeTicketRequest = namedSchema(
  'EmailChangeTicketRequest',
  'Names a change of the email address.',
  z.object({ ticket: fields.ticket }),
  { ticket: { ticket } },
)

export const EmailChangeVerifyOriginalRequest = namedSchema(
  'EmailChangeVerifyOriginalRequest',
  'Proves the current address.',
  z.object({ ticket: fields.ticket, code: fields.code }),
  { code: { ticket, code: 'K7PW-3XNB' } },
)

export const EmailChangeProofResponse = namedSchema(
  'EmailChangeProofResponse',
  'The proof of the current address.',
  z.object({ original_proof: z.string() }),
  { proof: { original_proof: proof } },
)

export const EmailChangeRequestNewRequest = namedSchema(
  'EmailChangeRequestNewRequest',
  'The new address.',
  z.object({ ticket: fields.ticket, new_email: EmailType, original_proof: fields.original_proof }),
  { address: { ticket, new_email: 'ada@example.org', original_proof: proof } },
)

export const EmailChangeRequestNewResponse = namedSchema(
  'EmailChangeRequestNewResponse',
  'The code that was sent to the new address.',
  z.object({
    ticket: z.string(),
    new_email: z.string(),
    new_code_expires_at: time,
    resend_available_at: time,
  }),
  {
    code: {
      ticket,
      new_email: 'ada@example.org',
      new_code_expires_at: codeExpiry,
      resend_available_at: resend,
    },
  },
)

export const EmailChangeVerifyNewRequest = namedSchema(
  'EmailChangeVerifyNewRequest',
  'Proves the new address.',
  z.object({ ticket: fields.ticket, code: fields.code, original_proof: fields.original_proof }),
  { code: { ticket, code: 'K7PW-3XNB', original_proof: proof } },
)

export const EmailChangeTokenResponse = namedSchema(
  'EmailChangeTokenResponse',
  'The proof of the new address.',
  z.object({
    email_token: z.string().describe('For PATCH /users/@me, once within 30 minutes.'),
  }),
  { token: { email_token: 'ge_9pS7tU4vW8zC2dE6fG9hJ3kLmNoPqRsTuVwXyZaBcDe' } },
)
