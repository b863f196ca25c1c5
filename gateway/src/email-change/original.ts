import { defineRoute } from '../http/define-route.ts'
import {
  EmailChangeProofResponse,
  EmailChangeStartResponse,
  EmailChangeTicketRequest,
  EmailChangeVerifyOriginalRequest,
} from '../schemas/email-change.ts'

const ofTicket = ['INVALID_OR_EXPIRED_TICKET', 'TICKET_ALREADY_COMPLETED'] as const
const ofOriginal = [
  ...ofTicket,
  'ORIGINAL_VERIFICATION_NOT_REQUIRED',
  'ORIGINAL_EMAIL_ALREADY_VERIFIED',
] as const

export const startEmailChange = defineRoute({
  operationId: 'startEmailChange',
  tag: 'users',
  method: 'post',
  path: '/users/@me/email-change/start',
  access: 'account',
  summary:
    'Start a change of the email address. A verified address gets a code; an earlier change is cancelled.',
  rateLimit: { bucket: 'users:me:email_change' },
  response: EmailChangeStartResponse,
  errors: ['INVALID_FORM_BODY', 'MANAGED_BY_SSO'],
  fieldErrors: { email: ['MUST_HAVE_EMAIL_TO_CHANGE_IT'] },
  async handler({ actor, context, services }) {
    const started = await services.auth.startEmailChange({ actor, client: context.client }, context)
    const { originalProof, originalCodeExpiresAt, resendAvailableAt } = started
    return {
      ticket: started.ticket,
      require_original: started.requireOriginal,
      original_email: started.originalEmail,
      ...(originalProof !== undefined && { original_proof: originalProof }),
      original_code_expires_at: originalCodeExpiresAt?.toISOString() ?? null,
      resend_available_at: resendAvailableAt?.toISOString() ?? null,
    }
  },
})

export const resendOriginalCode = defineRoute({
  operationId: 'resendOriginalEmailCode',
  tag: 'users',
  method: 'post',
  path: '/users/@me/email-change/resend-original',
  access: 'account',
  summary: 'Send another code to the current address. It replaces the one before.',
  rateLimit: { bucket: 'users:me:email_change' },
  body: EmailChangeTicketRequest,
  response: null,
  errors: [],
  fieldErrors: { ticket: ofOriginal },
  async handler({ actor, body, context, services }) {
    const { ticket } = body
    await services.auth.resendOriginalEmailCode({ actor, client: context.client, ticket }, context)
  },
})

export const verifyOriginalEmail = defineRoute({
  operationId: 'verifyOriginalEmail',
  tag: 'users',
  method: 'post',
  path: '/users/@me/email-change/verify-original',
  access: 'account',
  summary: 'Prove the current address with the code sent to it. Five wrong codes invalidate the ticket.',
  rateLimit: { bucket: 'users:me:email_change:verify' },
  body: EmailChangeVerifyOriginalRequest,
  response: EmailChangeProofResponse,
  errors: [],
  fieldErrors: { ticket: ofOriginal, code: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'] },
  async handler({ actor, body, context, services }) {
    const request = { actor, client: context.client, ...body }
    const { originalProof } = await services.auth.verifyOriginalEmail(request, context)
    return { original_proof: originalProof }
  },
})
