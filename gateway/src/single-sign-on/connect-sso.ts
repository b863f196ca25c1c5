import { defineRoute } from '../http/define-route.ts'
import { SsoCompleteWithIssuerRequest, SsoStartResponse } from '../schemas/sso.ts'
import { StepUpRequest } from '../schemas/step-up.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'
import { callbackFieldErrors, callbackOf } from './callback.ts'
import { providerDeadlineMs } from './provider-deadline.ts'

export const connectSso = defineRoute({
  operationId: 'connectSso',
  tag: 'users',
  method: 'post',
  path: '/users/@me/sso',
  access: 'account',
  summary:
    'Start to connect your account to a person at the identity provider, who signs in there again. The same session must complete it within ten minutes. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:sso' },
  body: StepUpRequest,
  response: SsoStartResponse,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED', 'MANAGED_BY_SSO', 'FEATURE_TEMPORARILY_DISABLED'],
  fieldErrors: { ...stepUpFieldErrors, sso: ['SSO_MISCONFIGURED'] },
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { requestId, signal } = context
    const started = await services.sso.startConnection(
      { actor, client: context.client, ...proofOf(body) },
      { requestId, signal, deadlineMs: providerDeadlineMs },
    )
    return {
      authorization_url: started.authorizationUrl,
      redirect_uri: started.redirectUri,
      state: started.state,
    }
  },
})

export const completeSsoConnection = defineRoute({
  operationId: 'completeSsoConnection',
  tag: 'users',
  method: 'post',
  path: '/users/@me/sso/complete',
  access: 'account',
  summary:
    'Connect your account with the parameters that the identity provider added to the redirect URI. The person there can sign in to it from now on.',
  rateLimit: { bucket: 'users:me:sso' },
  body: SsoCompleteWithIssuerRequest,
  response: null,
  errors: ['MANAGED_BY_SSO', 'FEATURE_TEMPORARILY_DISABLED'],
  fieldErrors: {
    ...callbackFieldErrors,
    sso: ['SSO_MISCONFIGURED', 'SSO_ALREADY_CONNECTED', 'SSO_IDENTITY_ALREADY_IN_USE'],
  },
  async handler({ actor, body, context, services }) {
    const { requestId, signal, client } = context
    await services.sso.completeConnection(
      { actor, client, ...callbackOf(body) },
      { requestId, signal, deadlineMs: providerDeadlineMs },
    )
  },
})

export const disconnectSso = defineRoute({
  operationId: 'disconnectSso',
  tag: 'users',
  method: 'delete',
  path: '/users/@me/sso',
  access: 'account',
  summary:
    'Disconnect your account from the identity provider. It needs a password or a passkey. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:sso' },
  body: StepUpRequest,
  response: null,
  errors: [
    'SUDO_MODE_REQUIRED',
    'PASSWORD_LOGIN_DISABLED',
    'MANAGED_BY_SSO',
    'SSO_REQUIRED',
    'SSO_IS_ONLY_SIGN_IN',
  ],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    await services.sso.disconnect({ actor, client: context.client, ...proofOf(body) }, context)
  },
})
