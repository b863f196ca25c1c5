import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { methodFlags } from '../login/login-json.ts'
import { SudoMfaMethodsResponse } from '../schemas/second-factor.ts'

export const sudoMfaMethods = defineRoute({
  operationId: 'getSudoMfaMethods',
  tag: 'users',
  method: 'get',
  path: '/users/@me/sudo/mfa-methods',
  access: 'account',
  summary: 'Get the second factors that can prove your identity.',
  rateLimit: { bucket: 'users:me:sudo' },
  response: SudoMfaMethodsResponse,
  errors: [],
  async handler({ actor, services, context }) {
    const { mfaEnabled, authenticatorTypes } = requireField(
      (await services.auth.getMe({ actor }, context)).account,
    )
    return { has_mfa: mfaEnabled, ...methodFlags(mfaEnabled ? authenticatorTypes : []) }
  },
})
