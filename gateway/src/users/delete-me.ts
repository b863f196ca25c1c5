import { defineRoute } from '../http/define-route.ts'
import { StepUpRequest } from '../schemas/step-up.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from './step-up.ts'

export const deleteMe = defineRoute({
  operationId: 'deleteMe',
  tag: 'users',
  method: 'post',
  path: '/users/@me/delete',
  access: 'account',
  summary: 'Delete your account. All sessions end; signing in within 14 days cancels the deletion.',
  rateLimit: { bucket: 'users:me:delete' },
  body: StepUpRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    await services.auth.deleteMe({ actor, client: context.client, ...proofOf(body) }, context)
  },
})
