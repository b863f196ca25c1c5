import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken } from '../http/device-cookie.ts'
import { requireTokenOrCode, VerifyEmailWithCodeRequest } from '../schemas/recovery.ts'

export const verifyEmail = defineRoute({
  operationId: 'verifyEmail',
  tag: 'auth',
  method: 'post',
  path: '/auth/verify',
  access: 'optional',
  summary:
    'Verify an email address with the token of a mail, or its code. With a code alone, nothing changes once the address is verified.',
  rateLimit: { bucket: 'auth:verify' },
  body: VerifyEmailWithCodeRequest,
  response: null,
  errors: ['SSO_REQUIRED', 'UNAUTHORIZED'],
  fieldErrors: {
    token: ['REQUIRED', 'INVALID_OR_EXPIRED_VERIFICATION_TOKEN'],
    code: ['INVALID_VERIFICATION_CODE', 'VERIFICATION_CODE_EXPIRED'],
  },
  async handler({ body, actor, context, services, publicUrl }) {
    requireTokenOrCode(body)
    const { token = '', code } = body
    if (token === '' && actor === null) throw new ServiceError('UNAUTHORIZED')
    const deviceToken = readDeviceToken(context, publicUrl)
    const from = { client: context.client, deviceToken, actor: actor ?? undefined }
    await services.auth.verifyEmail({ ...from, token, code }, context)
  },
})
