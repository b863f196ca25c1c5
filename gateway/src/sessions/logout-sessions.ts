import { route } from '../http/route.ts'
import { LogoutAuthSessionsRequest } from '../shapes/sessions.ts'

export const logoutSessions = route({
  method: 'post',
  path: '/auth/sessions/logout',
  access: 'account',
  summary:
    'Log out the named sessions of the account; needs a proof of the password unless there was one lately.',
  rateLimit: { bucket: 'auth:sessions:logout', limit: 20, windowSeconds: 10 },
  body: LogoutAuthSessionsRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  async handler({ actor, body, context, services, call }) {
    await services.auth.assertStepUp({ actor, client: context.client, password: body.password }, call)
    const { accountId } = actor
    const idHashes = body.session_id_hashes
    await services.sessions.revoke({ accountId, idHashes, client: context.client }, call)
  },
})
