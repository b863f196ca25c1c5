import { route } from '../http/route.ts'

export const logout = route({
  method: 'post',
  path: '/auth/logout',
  access: 'optional',
  summary: 'End the calling session; a token that is missing or unknown is no error.',
  rateLimit: { bucket: 'auth:logout', limit: 20, windowSeconds: 10 },
  response: null,
  errors: [],
  async handler({ token, context, services, call }) {
    if (token !== null) await services.sessions.revokeToken({ token, client: context.client }, call)
  },
})
