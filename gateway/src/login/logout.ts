import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'

export const logout = defineRoute({
  operationId: 'logout',
  tag: 'auth',
  method: 'post',
  path: '/auth/logout',
  access: 'unverified',
  summary: 'Sign out. Succeeds also without a valid token.',
  rateLimit: { bucket: 'auth:logout' },
  response: null,
  errors: [],
  async handler({ context, services }) {
    const token = presentedToken(context.req.rawHeaders)
    if (token !== null) await services.sessions.revokeToken({ token, client: context.client }, context)
  },
})
