import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken } from '../http/device-cookie.ts'
import { requireField } from '../http/require-field.ts'
import { VerifyEmailInfoResponse, VerifyEmailRequest } from '../schemas/recovery.ts'

/** POST, because a token in the path or query would be logged by proxies. */
export const verificationInfo = defineRoute({
  operationId: 'getVerification',
  tag: 'auth',
  method: 'post',
  path: '/auth/verify/info',
  access: 'optional',
  summary: 'Get the account whose email address the token of a mail would verify. Changes nothing.',
  rateLimit: { bucket: 'auth:verify:info' },
  body: VerifyEmailRequest,
  response: VerifyEmailInfoResponse,
  errors: ['SSO_REQUIRED'],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_VERIFICATION_TOKEN'] },
  async handler({ body: { token }, actor, context, services, publicUrl }) {
    const deviceToken = readDeviceToken(context, publicUrl)
    const found = await services.auth.getVerification(
      { token, deviceToken, actor: actor ?? undefined },
      context,
    )
    return {
      email: found.email,
      username: found.username,
      registered_at: requireField(found.registeredAt).toISOString(),
      needs_code: found.needsCode,
    }
  },
})
