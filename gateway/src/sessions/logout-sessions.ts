import { defineRoute } from '../http/define-route.ts'
import { LogoutAuthSessionsRequest } from '../schemas/sessions.ts'
import { stepUpFieldErrors } from '../users/step-up-errors.ts'

export const logoutSessions = defineRoute({
  operationId: 'endSessions',
  tag: 'sessions',
  method: 'post',
  path: '/auth/sessions/logout',
  access: 'account',
  summary: 'End sessions of your account. Requires the password, unless it was verified within five minutes.',
  rateLimit: { bucket: 'auth:sessions:logout' },
  body: LogoutAuthSessionsRequest,
  fieldPaths: { id_hashes: 'session_id_hashes' },
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  async handler({ actor, body, context, services }) {
    await services.auth.assertStepUp({ actor, client: context.client, password: body.password }, context)
    const { accountId } = actor
    const idHashes = body.session_id_hashes
    await services.sessions.revoke({ accountId, idHashes, client: context.client }, context)
  },
})
