import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { deviceTokenOf, loginJson } from '../login/login-json.ts'
import { SsoCompleteResult, SsoCompleteWithIssuerRequest } from '../schemas/sso.ts'
import { browserVerifier, isFromBrowser } from './browser-verifier.ts'
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
    state: ['INVALID_OR_EXPIRED_SSO_STATE'],
    code: ['REQUIRED', 'INVALID_SSO_AUTHORIZATION_CODE'],
    error: [
      'SSO_ACCESS_DENIED',
      'SSO_PROVIDER_UNAVAILABLE',
      'SSO_MISCONFIGURED',
      'INVALID_SSO_AUTHORIZATION_CODE',
    ],
    iss: ['INVALID_SSO_ISSUER'],
    id_token: ['INVALID_SSO_TOKEN'],
    access_token: ['FAILED_TO_FETCH_SSO_USER_INFO', 'FAILED_TO_PARSE_SSO_USER_INFO'],
    email: [
      'SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
      'EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO',
      'EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER',
      'EMAIL_NOT_LINKABLE_TO_SSO',
      'SSO_IDENTITY_MISMATCH',
      'EMAIL_ALREADY_IN_USE',
    ],
    sso: ['SSO_MISCONFIGURED'],
  },
  requestHeaders: ['X-SSO-Verifier', 'X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const { code, state, iss, error } = body
    if (code === undefined && !error) throw invalidFields({ code: 'REQUIRED' })
    const { outcome, redirectTo } = await services.sso.complete(
      {
        client: context.client,
        code: code ?? '',
        state,
        iss: iss ?? undefined,
        error: error ?? undefined,
        errorDescription: body.error_description ?? undefined,
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
