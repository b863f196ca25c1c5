import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { UserPrivateResponse } from '../schemas/users.ts'
import { accountJson } from './user-json.ts'

export const getMe = defineRoute({
  operationId: 'getMe',
  tag: 'users',
  method: 'get',
  path: '/users/@me',
  access: 'account',
  summary: 'Get your account.',
  rateLimit: { bucket: 'users:me' },
  response: UserPrivateResponse,
  errors: [],
  async handler({ actor, services, context }) {
    const { account } = await services.auth.getMe({ actor }, context)
    return accountJson(requireField(account))
  },
})
