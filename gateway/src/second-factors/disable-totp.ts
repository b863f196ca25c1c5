import { defineRoute } from '../http/define-route.ts'
import { TotpDisableRequest } from '../schemas/second-factor.ts'

export const disableTotp = defineRoute({
  operationId: 'disableTotp',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/totp/disable',
  access: 'account',
  summary: 'Remove your authenticator app and backup codes. The code is the proof of identity.',
  rateLimit: { bucket: 'users:me:mfa' },
  body: TotpDisableRequest,
  response: null,
  errors: ['TWO_FACTOR_NOT_ENABLED'],
  fieldErrors: { code: ['INVALID_CODE', 'CODE_ALREADY_USED'] },
  async handler({ actor, body, context, services }) {
    const { code, end_other_sessions: endOtherSessions = false } = body
    await services.auth.disableTotp({ actor, client: context.client, code, endOtherSessions }, context)
  },
})
