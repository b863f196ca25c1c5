import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken } from '../http/device-cookie.ts'
import { VerifyEmailRequest } from '../schemas/recovery.ts'

export const verifyEmail = defineRoute({
  operationId: 'verifyEmail',
  tag: 'auth',
  method: 'post',
  path: '/auth/verify',
  access: 'anyone',
  summary: 'Verify an email address with the token of a mail.',
  rateLimit: { bucket: 'auth:verify' },
  body: VerifyEmailRequest,
  response: null,
  errors: ['SSO_REQUIRED'],
  fieldErrors: { token: ['INVALID_OR_EXPIRED_VERIFICATION_TOKEN'] },
  async handler({ body, context, services, publicUrl }) {
    const deviceToken = readDeviceToken(context, publicUrl)
    await services.auth.verifyEmail({ client: context.client, token: body.token, deviceToken }, context)
  },
})
