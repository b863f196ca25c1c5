import { defineRoute } from '../http/define-route.ts'
import { EndSessionsRequest } from '../schemas/sessions.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const logoutSessions = defineRoute({
  operationId: 'endSessions',
  tag: 'sessions',
  method: 'post',
  path: '/auth/sessions/logout',
  access: 'account',
  summary:
    'End sessions of your account. Requires a proof of identity, unless one was sent within five minutes.',
  rateLimit: { bucket: 'auth:sessions:logout' },
  body: EndSessionsRequest,
  fieldPaths: { id_hashes: 'session_id_hashes', ...stepUpFieldPaths },
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  async handler({ actor, body, context, services }) {
    await services.auth.assertStepUp({ actor, client: context.client, ...proofOf(body) }, context)
    const { accountId } = actor
    const idHashes = body.session_id_hashes
    await services.sessions.revoke({ accountId, idHashes, client: context.client }, context)
  },
})
