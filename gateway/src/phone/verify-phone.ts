import { defineRoute } from '../http/define-route.ts'
import { PhoneSendVerificationRequest, PhoneVerifyRequest, PhoneVerifyResponse } from '../schemas/phone.ts'

export const sendPhoneVerification = defineRoute({
  operationId: 'sendPhoneVerification',
  tag: 'users',
  method: 'post',
  path: '/users/@me/phone/send-verification',
  access: 'account',
  summary: 'Send a code to a phone number.',
  rateLimit: { bucket: 'users:me:phone:send' },
  body: PhoneSendVerificationRequest,
  response: null,
  errors: ['INVALID_PHONE_NUMBER', 'SMS_VERIFICATION_UNAVAILABLE'],
  async handler({ actor, body: { phone }, context, services }) {
    await services.auth.sendPhoneCode({ actor, client: context.client, phone }, context)
  },
})

export const verifyPhone = defineRoute({
  operationId: 'verifyPhone',
  tag: 'users',
  method: 'post',
  path: '/users/@me/phone/verify',
  access: 'account',
  summary: 'Verify a phone number with the code that was sent to it.',
  rateLimit: { bucket: 'users:me:phone' },
  body: PhoneVerifyRequest,
  response: PhoneVerifyResponse,
  errors: ['INVALID_PHONE_VERIFICATION_CODE', 'PHONE_ALREADY_USED', 'SMS_VERIFICATION_UNAVAILABLE'],
  async handler({ actor, body: { phone, code }, context, services }) {
    const request = { actor, client: context.client, phone, code }
    return { phone_token: (await services.auth.verifyPhone(request, context)).phoneToken }
  },
})
