import { present } from '../http/present.ts'
import { route } from '../http/route.ts'
import { UserPrivateResponse } from '../shapes/users.ts'
import { accountJson } from './user-json.ts'

export const getMe = route({
  method: 'get',
  path: '/users/@me',
  access: 'account',
  summary: 'Show your own account.',
  rateLimit: { bucket: 'users:me', limit: 40, windowSeconds: 10 },
  response: UserPrivateResponse,
  errors: [],
  async handler({ actor, services, call }) {
    const { account } = await services.auth.getMe({ actor }, call)
    return accountJson(present(account))
  },
})
