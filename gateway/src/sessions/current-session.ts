import type { Session } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { RawJson } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { AuthSessionResponse } from '../shapes/sessions.ts'
import { sessionJson } from './session-json.ts'

export const currentSession = route({
  method: 'get',
  path: '/auth/sessions/current',
  access: 'account',
  summary: 'Show the calling session: the cheapest way to ask whether one is signed in.',
  rateLimit: { bucket: 'auth:sessions', limit: 40, windowSeconds: 10 },
  response: AuthSessionResponse,
  errors: [],
  // Verification has already told everything there is to show (contract.md 2).
  handler: ({ session }) => written.get(session) ?? write(session),
})

/** A kept session is asked for over and over, and written once. */
const written = new WeakMap<Session, RawJson>()

function write(session: Session): RawJson {
  const json = new RawJson(JSON.stringify(AuthSessionResponse.parse(sessionJson(session, session.idHash))))
  written.set(session, json)
  return json
}
