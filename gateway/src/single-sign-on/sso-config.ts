import { defineRoute } from '../http/define-route.ts'
import { SsoConfigResponse, SsoConfigTestResponse, SsoConfigUpdateRequest } from '../schemas/sso.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'
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
    const { checks } = await services.sso.testConfig(
      { actor },
      { requestId, signal, deadlineMs: providerDeadlineMs },
    )
    return { ok: checks.every(({ ok }) => ok), checks }
  },
})
