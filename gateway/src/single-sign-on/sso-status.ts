import { defineRoute } from '../http/define-route.ts'
import { SsoStatusResponse } from '../schemas/sso.ts'

export const ssoStatus = defineRoute({
  operationId: 'getSsoStatus',
  tag: 'auth',
  method: 'get',
  path: '/auth/sso/status',
  access: 'anyone',
  summary: 'Whether people can, or must, sign in with an identity provider.',
  rateLimit: { bucket: 'auth:sso:status' },
  response: SsoStatusResponse,
  errors: [],
  async handler({ services, context }) {
    const { displayName, enabled, enforced, redirectUri } = await services.sso.getStatus({}, context)
    return { display_name: displayName ?? null, enabled, enforced, redirect_uri: redirectUri }
  },
})
