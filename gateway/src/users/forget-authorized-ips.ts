import { defineRoute } from '../http/define-route.ts'
import { StepUpRequest } from '../schemas/step-up.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from './step-up.ts'

export const forgetAuthorizedIps = defineRoute({
  operationId: 'forgetAuthorizedIps',
  tag: 'users',
  method: 'delete',
  path: '/users/@me/authorized-ips',
  access: 'account',
  summary: 'Forget all authorized addresses of your account: the next sign-in waits for you. Sessions go on.',
  rateLimit: { bucket: 'users:me:authorized_ips' },
  body: StepUpRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    await services.auth.forgetAuthorizedIps({ actor, client: context.client, ...proofOf(body) }, context)
  },
})
