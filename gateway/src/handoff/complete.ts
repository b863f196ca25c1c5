import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { actorOf } from '../http/actor.ts'
import { presentedToken } from '../http/authenticate.ts'
import { defineRoute } from '../http/define-route.ts'
import { HandoffCompleteWithProofRequest } from '../schemas/handoff.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const completeHandoff = defineRoute({
  operationId: 'completeHandoff',
  tag: 'handoff',
  method: 'post',
  path: '/auth/handoff/complete',
  access: 'unverified',
  summary:
    'Give the receiver a new session of your account. The receiver does not get your token. Requires a proof of identity if your session was given by a handoff itself, or has given five that are live.',
  rateLimit: { bucket: 'auth:handoff:complete' },
  body: HandoffCompleteWithProofRequest,
  fieldPaths: stepUpFieldPaths,
  response: null,
  errors: [
    'INVALID_TOKEN',
    'SESSION_TOKEN_MISMATCH',
    'SESSION_LIMIT_REACHED',
    'INVALID_HANDOFF_CODE',
    'UNAUTHORIZED',
    'SSO_REQUIRED',
    'SUDO_MODE_REQUIRED',
    'PASSWORD_LOGIN_DISABLED',
  ],
  fieldErrors: stepUpFieldErrors,
  async handler({ body, context, services }) {
    const { code, token, user_id: accountId } = body
    if ((await services.sso.getStatus({}, context)).enforced) throw new ServiceError('SSO_REQUIRED')
    const authorization =
      presentedToken(context.req.rawHeaders, { reject: 'repeated-or-malformed' }) ?? undefined
    const { client } = context
    const request = { code, token, accountId, authorization, client }
    const { proofRequiredOf: giver } = await services.handoffs.complete(request, context)
    if (!giver) return
    await services.auth.assertStepUp({ actor: actorOf(giver), client, ...proofOf(body) }, context)
    await services.handoffs.complete({ ...request, proved: true }, context)
  },
})
