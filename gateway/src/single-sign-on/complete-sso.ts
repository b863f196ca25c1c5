import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { deviceTokenOf, loginJson } from '../login/login-json.ts'
import { SsoCompleteResult, SsoCompleteWithIssuerRequest } from '../schemas/sso.ts'
import { browserVerifier, isFromBrowser } from './browser-verifier.ts'
import { callbackFieldErrors, callbackOf } from './callback.ts'
import { providerDeadlineMs } from './provider-deadline.ts'

export const completeSso = defineRoute({
  operationId: 'completeSso',
  tag: 'auth',
  method: 'post',
  path: '/auth/sso/complete',
  access: 'anyone',
  summary:
    'Complete a sign-in with the parameters that the identity provider added to the redirect URI. Returns a ticket if the account has a second factor.',
  rateLimit: { bucket: 'auth:sso:complete' },
  signsIn: true,
  body: SsoCompleteWithIssuerRequest,
  response: SsoCompleteResult,
  errors: [
    'FEATURE_TEMPORARILY_DISABLED',
    'SSO_REQUIRED',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: {
    ...callbackFieldErrors,
    email: [
      ...callbackFieldErrors.email,
      'EMAIL_NOT_LINKABLE_TO_SSO',
      'SSO_IDENTITY_MISMATCH',
      'EMAIL_ALREADY_IN_USE',
    ],
  },
  requestHeaders: ['X-SSO-Verifier', 'X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const { outcome, redirectTo } = await services.sso.complete(
      {
        client: context.client,
        ...callbackOf(body),
        verifier: browserVerifier.presented(context, publicUrl),
        fromBrowser: isFromBrowser(context),
        deviceToken: readDeviceToken(context, publicUrl),
      },
      {
        requestId: context.requestId,
        attemptId: context.attemptId,
        signal: context.signal,
        deadlineMs: providerDeadlineMs,
      },
    )
    setDeviceCookie(deviceTokenOf(outcome), request)
    return { ...loginJson(outcome), redirect_to: redirectTo }
  },
})
