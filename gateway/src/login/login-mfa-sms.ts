import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { secondFactorLimit } from '../http/rate-limit.ts'
import { requireField } from '../http/require-field.ts'
import { AuthTokenWithUserIdResponse } from '../schemas/login.ts'
import { MfaSmsRequest, MfaTicketRequest } from '../schemas/second-factor.ts'
import { signedInJson } from './login-json.ts'

export const sendLoginMfaSms = defineRoute({
  operationId: 'sendLoginSms',
  tag: 'auth',
  method: 'post',
  path: '/auth/login/mfa/sms/send',
  access: 'anyone',
  summary: 'Send a code by SMS to complete a sign-in.',
  rateLimit: secondFactorLimit,
  body: MfaTicketRequest,
  response: null,
  errors: [
    'SSO_REQUIRED',
    'SMS_MFA_NOT_ENABLED',
    'PHONE_REQUIRED_FOR_SMS_MFA',
    'SMS_VERIFICATION_UNAVAILABLE',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: { ticket: ['SESSION_TIMEOUT'] },
  async handler({ body: { ticket }, context, services }) {
    await services.auth.sendLoginSms({ client: context.client, ticket }, context)
  },
})

export const loginMfaSms = defineRoute({
  operationId: 'completeLoginWithSms',
  tag: 'auth',
  method: 'post',
  path: '/auth/login/mfa/sms',
  access: 'anyone',
  summary: 'Complete a sign-in with a code that was sent by SMS.',
  rateLimit: secondFactorLimit,
  signsIn: true,
  body: MfaSmsRequest,
  response: AuthTokenWithUserIdResponse,
  errors: [
    'SSO_REQUIRED',
    'SMS_MFA_NOT_ENABLED',
    'PHONE_REQUIRED_FOR_SMS_MFA',
    'SMS_VERIFICATION_UNAVAILABLE',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: { ticket: ['SESSION_TIMEOUT'], code: ['INVALID_CODE'] },
  requestHeaders: ['X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const deviceToken = readDeviceToken(context, publicUrl)
    const { signedIn } = await services.auth.completeLoginWithSms(
      { client: context.client, ticket: body.ticket, code: body.code, deviceToken },
      context,
    )
    setDeviceCookie(requireField(signedIn).deviceToken, request)
    return signedInJson(signedIn)
  },
})
