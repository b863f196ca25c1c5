import { renderSVG } from 'uqr'
import { defineRoute } from '../http/define-route.ts'
import { TotpSetupRequest, TotpSetupResponse } from '../schemas/second-factor.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const setUpTotp = defineRoute({
  operationId: 'setUpTotp',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/totp/setup',
  access: 'account',
  summary: 'Create a secret for an authenticator app. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:mfa' },
  body: TotpSetupRequest,
  response: TotpSetupResponse,
  errors: ['TWO_FACTOR_ALREADY_ENABLED', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { secret, otpauthUri } = await services.auth.setUpTotp(
      { actor, client: context.client, ...proofOf(body) },
      context,
    )
    return { secret, otpauth_uri: otpauthUri, qr_code: body.qr_code ? renderSVG(otpauthUri) : null }
  },
})
