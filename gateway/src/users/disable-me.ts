import { route } from '../http/route.ts'
import { StepUpRequest } from '../shapes/users.ts'

export const disableMe = route({
  method: 'post',
  path: '/users/@me/disable',
  access: 'account',
  summary: 'Close your account until you sign in again; every session ends.',
  rateLimit: { bucket: 'users:me:disable', limit: 10, windowSeconds: 60 },
  body: StepUpRequest,
  response: null,
  errors: ['SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  async handler({ actor, body, context, services, call }) {
    await services.auth.disableMe({ actor, client: context.client, password: body.password }, call)
  },
})
