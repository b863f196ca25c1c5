import { defineRoute } from '../http/define-route.ts'
import { PhoneChangeRequest, PhoneSetRequest } from '../schemas/phone.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const setPhone = defineRoute({
  operationId: 'setPhone',
  tag: 'users',
  method: 'post',
  path: '/users/@me/phone',
  access: 'account',
  summary: 'Set your phone number to a verified one. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:phone' },
  body: PhoneSetRequest,
  response: null,
  errors: [
    'PHONE_VERIFICATION_REQUIRED',
    'PHONE_ALREADY_USED',
    'SUDO_MODE_REQUIRED',
    'PASSWORD_LOGIN_DISABLED',
  ],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { phone_token: phoneToken, end_other_sessions: endOtherSessions = false } = body
    const request = { actor, client: context.client, ...proofOf(body), phoneToken, endOtherSessions }
    await services.auth.setPhone(request, context)
  },
})

export const removePhone = defineRoute({
  operationId: 'removePhone',
  tag: 'users',
  method: 'delete',
  path: '/users/@me/phone',
  access: 'account',
  summary: 'Remove your phone number. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:phone' },
  body: PhoneChangeRequest,
  response: null,
  errors: ['SMS_MFA_NOT_ENABLED', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { end_other_sessions: endOtherSessions = false } = body
    const request = { actor, client: context.client, ...proofOf(body), endOtherSessions }
    await services.auth.removePhone(request, context)
  },
})
