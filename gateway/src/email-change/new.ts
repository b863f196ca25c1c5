import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { accountFieldErrors } from '../registration/field-errors.ts'
import {
  EmailChangeRequestNewRequest,
  EmailChangeRequestNewResponse,
  EmailChangeTicketRequest,
  EmailChangeTokenResponse,
  EmailChangeVerifyNewRequest,
} from '../schemas/email-change.ts'

const ofTicket = ['INVALID_OR_EXPIRED_TICKET', 'TICKET_ALREADY_COMPLETED'] as const
const ofProved = [...ofTicket, 'ORIGINAL_EMAIL_MUST_BE_VERIFIED_FIRST'] as const

export const requestNewEmail = defineRoute({
  operationId: 'requestNewEmail',
  tag: 'users',
  method: 'post',
  path: '/users/@me/email-change/request-new',
  access: 'account',
  summary: 'Send a code to the new address. Can be repeated with another address.',
  rateLimit: { bucket: 'users:me:email_change' },
  body: EmailChangeRequestNewRequest,
  response: EmailChangeRequestNewResponse,
  errors: [],
  fieldErrors: {
    ticket: ofProved,
    original_proof: ['INVALID_PROOF_TOKEN'],
    new_email: [...accountFieldErrors.email, 'NEW_EMAIL_MUST_BE_DIFFERENT'],
  },
  async handler({ actor, body, context, services }) {
    const { ticket, new_email: newEmail, original_proof: originalProof } = body
    const request = { actor, client: context.client, ticket, newEmail, originalProof }
    const sent = await services.auth.requestNewEmail(request, context)
    return {
      ticket: sent.ticket,
      new_email: sent.newEmail,
      new_code_expires_at: requireField(sent.newCodeExpiresAt).toISOString(),
      resend_available_at: requireField(sent.resendAvailableAt).toISOString(),
    }
  },
})

export const resendNewCode = defineRoute({
  operationId: 'resendNewEmailCode',
  tag: 'users',
  method: 'post',
  path: '/users/@me/email-change/resend-new',
  access: 'account',
  summary: 'Send another code to the new address. It replaces the one before.',
  rateLimit: { bucket: 'users:me:email_change' },
  body: EmailChangeTicketRequest,
  response: null,
  errors: [],
  fieldErrors: { ticket: [...ofTicket, 'NO_NEW_EMAIL_REQUESTED'] },
  async handler({ actor, body, context, services }) {
    const { ticket } = body
    await services.auth.resendNewEmailCode({ actor, client: context.client, ticket }, context)
  },
})

export const verifyNewEmail = defineRoute({
  operationId: 'verifyNewEmail',
  tag: 'users',
  method: 'post',
  path: '/users/@me/email-change/verify-new',
  access: 'account',
  summary:
    'Prove the new address with the code sent to it. PATCH /users/@me with the token changes the address.',
  rateLimit: { bucket: 'users:me:email_change:verify' },
  body: EmailChangeVerifyNewRequest,
  response: EmailChangeTokenResponse,
  errors: [],
  fieldErrors: {
    ticket: [...ofProved, 'NO_NEW_EMAIL_REQUESTED'],
    original_proof: ['INVALID_PROOF_TOKEN'],
    code: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'],
  },
  async handler({ actor, body, context, services }) {
    const { ticket, code, original_proof: originalProof } = body
    const request = { actor, client: context.client, ticket, code, originalProof }
    const { emailToken } = await services.auth.verifyNewEmail(request, context)
    return { email_token: emailToken }
  },
})
