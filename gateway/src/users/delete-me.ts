import { route } from '../http/route.ts'
import { StepUpRequest } from '../shapes/users.ts'

export const deleteMe = route({
  method: 'post',
  path: '/users/@me/delete',
  access: 'account',
  summary:
    'Delete your account: every session ends, and after 14 days without a sign-in nothing is left of it.',
  rateLimit: { bucket: 'users:me:delete', limit: 10, windowSeconds: 60 },
  body: StepUpRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  async handler({ actor, body, context, services, call }) {
    await services.auth.deleteMe({ actor, client: context.client, password: body.password }, call)
  },
})
