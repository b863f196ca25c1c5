import { defineRoute } from '../http/define-route.ts'
import { SsoLogoutRequest } from '../schemas/sso.ts'
import { providerDeadlineMs } from './provider-deadline.ts'

export const ssoLogout = defineRoute({
  operationId: 'logoutFromProvider',
  tag: 'auth',
  method: 'post',
  path: '/auth/sso/backchannel-logout',
  access: 'anyone',
  summary:
    'End the sessions that a logout token of the identity provider names (OpenID Connect Back-Channel Logout 1.0).',
  rateLimit: { bucket: 'auth:sso:logout' },
  body: SsoLogoutRequest,
  acceptsForm: true,
  response: null,
  errors: ['FEATURE_TEMPORARILY_DISABLED'],
  fieldErrors: { logout_token: ['INVALID_LOGOUT_TOKEN'], sso: ['SSO_MISCONFIGURED'] },
  async handler({ body, services, context: { requestId, signal } }) {
    const call = { requestId, signal, deadlineMs: providerDeadlineMs }
    await services.sso.logout({ logoutToken: body.logout_token }, call)
  },
})
