import { defineRoute } from '../http/define-route.ts'

export const sendSudoSms = defineRoute({
  operationId: 'sendSudoSms',
  tag: 'users',
  method: 'post',
  path: '/users/@me/sudo/mfa/sms/send',
  access: 'account',
  summary: 'Send a code by SMS to prove your identity.',
  rateLimit: { bucket: 'users:me:sudo:sms' },
  response: null,
  errors: ['SMS_MFA_NOT_ENABLED', 'PHONE_REQUIRED_FOR_SMS_MFA', 'SMS_VERIFICATION_UNAVAILABLE'],
  async handler({ actor, context, services }) {
    await services.auth.sendStepUpSms({ actor, client: context.client }, context)
  },
})
