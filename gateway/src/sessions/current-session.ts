import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { defineRoute } from '../http/define-route.ts'
import { RawJson } from '../http/http-response.ts'
import { SessionDetailsResponse } from '../schemas/sessions.ts'
import { sessionJson } from './session-json.ts'

export const currentSession = defineRoute({
  operationId: 'getCurrentSession',
  tag: 'sessions',
  method: 'get',
  path: '/auth/sessions/current',
  access: 'account',
  summary: 'Get the current session. The cheapest way to check a token.',
  rateLimit: { bucket: 'auth:sessions' },
  response: SessionDetailsResponse,
  errors: [],
  handler: ({ session }) => rendered.get(session) ?? render(session),
})

/** A cached session is requested often and rendered once. */
const rendered = new WeakMap<Session, RawJson>()

function render(session: Session): RawJson {
  const json = new RawJson(JSON.stringify(SessionDetailsResponse.parse(sessionJson(session, session.idHash))))
  rendered.set(session, json)
  return json
}
