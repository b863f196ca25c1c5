import { defineRoute } from '../http/define-route.ts'
import { PhoneChangeRequest } from '../schemas/phone.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const enableSms = defineRoute({
  operationId: 'enableSms',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/sms/enable',
  access: 'account',
  summary: 'Make codes by SMS a second factor. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:mfa' },
  body: PhoneChangeRequest,
  response: null,
  errors: [
    'SMS_MFA_REQUIRES_TOTP',
    'PHONE_REQUIRED_FOR_SMS_MFA',
    'SMS_VERIFICATION_UNAVAILABLE',
    'SUDO_MODE_REQUIRED',
    'PASSWORD_LOGIN_DISABLED',
  ],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { end_other_sessions: endOtherSessions = false } = body
    const request = { actor, client: context.client, ...proofOf(body), endOtherSessions }
    await services.auth.enableSms(request, context)
  },
})

export const disableSms = defineRoute({
  operationId: 'disableSms',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/sms/disable',
  access: 'account',
  summary: 'Stop codes by SMS as second factor. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:mfa' },
  body: PhoneChangeRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { end_other_sessions: endOtherSessions = false } = body
    const request = { actor, client: context.client, ...proofOf(body), endOtherSessions }
    await services.auth.disableSms(request, context)
  },
})
