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
  handler: ({ session }) => sessionJson(session, session.idHash),
})
