import { presentedToken } from '../http/answer-route.ts'
import { defineRoute } from '../http/define-route.ts'

export const logout = defineRoute({
  method: 'post',
  path: '/auth/logout',
  access: 'optional',
  summary: 'Sign out. Succeeds also without a valid token.',
  rateLimit: { bucket: 'auth:logout' },
  response: null,
  errors: [],
  async handler({ context, services, call }) {
    const token = presentedToken(context.req.rawHeaders)
    if (token !== null) await services.sessions.revokeToken({ token, client: context.client }, call)
  },
})
