import { defineRoute } from '../http/define-route.ts'
import { MfaSettingsResponse, MfaUpdateRequest } from '../schemas/second-factor.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from '../users/step-up.ts'

export const updateMfa = defineRoute({
  operationId: 'updateMfa',
  tag: 'users',
  method: 'patch',
  path: '/users/@me/mfa',
  access: 'account',
  summary:
    'Change whether sign-ins with your password need a passkey. Requires a proof of identity; returns backup codes if they are created, as for a single passkey.',
  rateLimit: { bucket: 'users:me:mfa' },
  body: MfaUpdateRequest,
  response: MfaSettingsResponse,
  errors: ['NO_PASSKEYS_REGISTERED', 'SUDO_MODE_REQUIRED', 'PASSWORD_LOGIN_DISABLED'],
  fieldErrors: stepUpFieldErrors,
  fieldPaths: stepUpFieldPaths,
  async handler({ actor, body, context, services }) {
    const { require_passkey: required, end_other_sessions: endOtherSessions } = body
    const request = { actor, client: context.client, ...proofOf(body), required, endOtherSessions }
    const { backupCodes } = await services.auth.setPasskeyRequirement(request, context)
    return { require_passkey: required, ...(backupCodes.length > 0 && { backup_codes: backupCodes }) }
  },
})
