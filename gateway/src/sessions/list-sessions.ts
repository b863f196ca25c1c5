import { defineRoute } from '../http/define-route.ts'
import { AuthSessionsResponse } from '../schemas/sessions.ts'
import { sessionJson } from './session-json.ts'

export const listSessions = defineRoute({
  operationId: 'listSessions',
  tag: 'sessions',
  method: 'get',
  path: '/auth/sessions',
  access: 'account',
  summary: 'List your sessions, most recently used first.',
  rateLimit: { bucket: 'auth:sessions' },
  response: AuthSessionsResponse,
  errors: [],
  async handler({ actor, services, context }) {
    const { sessions } = await services.sessions.list({ accountId: actor.accountId }, context)
    return sessions.map((session) => sessionJson(session, actor.sessionIdHash))
  },
})
