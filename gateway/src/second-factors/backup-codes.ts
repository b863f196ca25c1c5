import { defineRoute } from '../http/define-route.ts'
import { BackupCodesRequest, BackupCodesResponse } from '../schemas/second-factor.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const backupCodes = defineRoute({
  operationId: 'backupCodes',
  tag: 'users',
  method: 'post',
  path: '/users/@me/mfa/backup-codes',
  access: 'account',
  summary: 'List or replace your backup codes. Requires a proof of identity.',
  rateLimit: { bucket: 'users:me:backup_codes' },
  body: BackupCodesRequest,
  response: BackupCodesResponse,
  errors: ['TWO_FACTOR_NOT_ENABLED', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const request = { actor, client: context.client, ...proofOf(body) }
    const { regenerate, end_other_sessions: endOtherSessions } = body
    const { backupCodes } = regenerate
      ? await services.auth.replaceBackupCodes({ ...request, endOtherSessions }, context)
      : await services.auth.listBackupCodes(request, context)
    return { backup_codes: backupCodes }
  },
})
