import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { UserPrivateResponse } from '../shapes/users.ts'
import { accountJson } from './user-json.ts'

export const getMe = defineRoute({
  method: 'get',
  path: '/users/@me',
  access: 'account',
  summary: 'Get your account.',
  rateLimit: { bucket: 'users:me' },
  response: UserPrivateResponse,
  errors: [],
  async handler({ actor, services, call }) {
    const { account } = await services.auth.getMe({ actor }, call)
    return accountJson(requireField(account))
  },
})
