import { defineRoute } from '../http/define-route.ts'
import {
  SsoCompleteWithIssuerRequest,
  SsoConfigResponse,
  SsoConfigTestResponse,
  SsoConfigUpdateRequest,
  SsoStartResponse,
} from '../schemas/sso.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'
import { callbackOf } from './callback.ts'
import { configJson, configPaths, configUpdate } from './config-json.ts'
import { providerDeadlineMs } from './provider-deadline.ts'

export const getSsoConfig = defineRoute({
  operationId: 'getSsoConfig',
  tag: 'instance',
  method: 'get',
  path: '/admin/sso-config',
  access: 'account',
  summary: 'Get the settings of single sign-on. Requires an administrator.',
  rateLimit: { bucket: 'admin:sso_config' },
  response: SsoConfigResponse,
  errors: ['MISSING_PERMISSIONS'],
  async handler({ actor, services, context }) {
    return configJson((await services.sso.getConfig({ actor }, context)).config)
  },
})

const url = ['INVALID_PROVIDER_URL', 'PROVIDER_HOST_NOT_ALLOWED'] as const

export const updateSsoConfig = defineRoute({
  operationId: 'updateSsoConfig',
  tag: 'instance',
  method: 'patch',
  path: '/admin/sso-config',
  access: 'account',
  summary: 'Update the settings of single sign-on. Requires an administrator.',
  rateLimit: { bucket: 'admin:sso_config:update' },
  body: SsoConfigUpdateRequest,
  response: SsoConfigResponse,
  errors: ['MISSING_PERMISSIONS', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: {
    ...stepUpFieldErrors,
    issuer: [...url, 'REQUIRED'],
    authorization_url: url,
    token_url: url,
    userinfo_url: url,
    jwks_url: url,
    redirect_uri: ['INVALID_PROVIDER_URL'],
    client_id: ['REQUIRED'],
    client_secret: ['INVALID_PRIVATE_KEY'],
    'allowed_domains.*': ['INVALID_DOMAIN'],
  },
  fieldPaths: { ...stepUpFieldPaths, ...configPaths },
  async handler({ actor, body, services, context }) {
    const request = { actor, client: context.client, ...proofOf(body), ...configUpdate(body) }
    return configJson((await services.sso.updateConfig(request, context)).config)
  },
})

export const testSsoConfig = defineRoute({
  operationId: 'testSsoConfig',
  tag: 'instance',
  method: 'post',
  path: '/admin/sso-config/test',
  access: 'account',
  summary:
    'Test the stored settings of single sign-on: connects to the provider and reports what is wrong. Requires an administrator.',
  rateLimit: { bucket: 'admin:sso_config:test' },
  response: SsoConfigTestResponse,
  errors: ['MISSING_PERMISSIONS'],
  async handler({ actor, services, context }) {
    const { requestId, signal } = context
    const { checks, accounts } = await services.sso.testConfig(
      { actor },
      { requestId, signal, deadlineMs: providerDeadlineMs },
    )
    return {
      ok: checks.every(({ ok }) => ok),
      checks,
      ...(accounts && {
        accounts: { linked: accounts.linked, linkable: accounts.linkable, locked_out: accounts.lockedOut },
      }),
    }
  },
})

export const startSsoTest = defineRoute({
  operationId: 'startSsoTest',
  tag: 'instance',
  method: 'post',
  path: '/admin/sso-config/test/start',
  access: 'account',
  summary:
    'Start a sign-in at the provider that tests the stored settings, also while single sign-on is not offered. The same session must complete it within ten minutes. Requires an administrator.',
  rateLimit: { bucket: 'admin:sso_config:test' },
  response: SsoStartResponse,
  errors: ['MISSING_PERMISSIONS', 'FEATURE_TEMPORARILY_DISABLED'],
  fieldErrors: { sso: ['SSO_MISCONFIGURED'] },
  async handler({ actor, services, context }) {
    const { requestId, signal } = context
    const started = await services.sso.startTest(
      { actor },
      { requestId, signal, deadlineMs: providerDeadlineMs },
    )
    return {
      authorization_url: started.authorizationUrl,
      redirect_uri: started.redirectUri,
      state: started.state,
    }
  },
})

export const completeSsoTest = defineRoute({
  operationId: 'completeSsoTest',
  tag: 'instance',
  method: 'post',
  path: '/admin/sso-config/test/complete',
  access: 'account',
  summary:
    'Get what a sign-in with the parameters of the redirect URI would do: which claims the provider sends, and which account the person would have. Signs nobody in. Requires an administrator.',
  rateLimit: { bucket: 'admin:sso_config:test' },
  body: SsoCompleteWithIssuerRequest,
  response: SsoConfigTestResponse,
  errors: ['MISSING_PERMISSIONS', 'FEATURE_TEMPORARILY_DISABLED'],
  fieldErrors: { state: ['INVALID_OR_EXPIRED_SSO_STATE'], code: ['REQUIRED'] },
  async handler({ actor, body, services, context }) {
    const { requestId, signal } = context
    const { checks } = await services.sso.completeTest(
      { actor, ...callbackOf(body) },
      { requestId, signal, deadlineMs: providerDeadlineMs },
    )
    return { ok: checks.every(({ ok }) => ok), checks }
  },
})
