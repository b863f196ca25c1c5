import { route } from '../http/route.ts'
import { AuthSessionsResponse } from '../shapes/sessions.ts'
import { sessionJson } from './session-json.ts'

export const listSessions = route({
  method: 'get',
  path: '/auth/sessions',
  access: 'account',
  summary: 'List the sessions of the account, most recently used first.',
  rateLimit: { bucket: 'auth:sessions', limit: 40, windowSeconds: 10 },
  response: AuthSessionsResponse,
  errors: [],
  async handler({ actor, services, call }) {
    const { sessions } = await services.sessions.list({ accountId: actor.accountId }, call)
    return sessions.map((session) => sessionJson(session, actor.sessionIdHash))
  },
})
