import { defineRoute } from '../http/define-route.ts'
import { StepUpRequest } from '../schemas/step-up.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from './step-up.ts'

export const disableMe = defineRoute({
  operationId: 'disableMe',
  tag: 'users',
  method: 'post',
  path: '/users/@me/disable',
  access: 'account',
  summary: 'Disable your account until you sign in again. All sessions end.',
  rateLimit: { bucket: 'users:me:disable' },
  body: StepUpRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    await services.auth.disableMe({ actor, client: context.client, ...proofOf(body) }, context)
  },
})
