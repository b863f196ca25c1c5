import { defineRoute } from '../http/define-route.ts'
import { BackupCodesResponse, TotpEnableRequest } from '../schemas/second-factor.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const enableTotp = defineRoute({
  operationId: 'enableTotp',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/totp/enable',
  access: 'account',
  summary:
    'Make an authenticator app your second factor. Requires a proof of identity; returns the backup codes.',
  rateLimit: { bucket: 'users:me:mfa' },
  body: TotpEnableRequest,
  response: BackupCodesResponse,
  errors: ['TWO_FACTOR_ALREADY_ENABLED', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: {
    ...stepUpFieldErrors,
    code: ['INVALID_CODE'],
    secret: ['REQUIRED', 'TOTP_SECRET_INVALID'],
  },
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { code, secret, end_other_sessions: endOtherSessions = false } = body
    const { backupCodes } = await services.auth.enableTotp(
      { actor, client: context.client, ...proofOf(body), code, secret, endOtherSessions },
      context,
    )
    return { backup_codes: backupCodes }
  },
})
