import type { RegisterRequest as RegisterMessage } from '@gatehouse/proto/gen/auth/v1/auth'
import { registrationFields } from '@gatehouse/proto/profile-fields'
import type { Complete } from '@gatehouse/service-kit/grpc/complete'
import type { z } from 'zod'
import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { idempotencyKeyErrors, readIdempotencyKey } from '../http/idempotency-key.ts'
import type { RequestContext } from '../http/request-context.ts'
import { signedInJson } from '../login/login-json.ts'
import { AuthRegisterResponse } from '../schemas/login.ts'
import { profileMessage } from '../schemas/profile-fields.ts'
import { RegisterRequest } from '../schemas/registration.ts'
import { accountFieldErrors } from './field-errors.ts'

export const register = defineRoute({
  operationId: 'register',
  tag: 'auth',
  method: 'post',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Create an account and sign in.',
  rateLimit: { bucket: 'auth:register' },
  captcha: true,
  signsIn: true,
  body: RegisterRequest,
  response: AuthRegisterResponse,
  errors: ['SSO_REQUIRED', 'IDEMPOTENCY_KEY_REUSED'],
  fieldErrors: {
    ...accountFieldErrors,
    ...idempotencyKeyErrors,
    consent: ['MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY'],
    date_of_birth: ['MUST_BE_MINIMUM_AGE'],
    password: ['PASSWORD_IS_TOO_COMMON'],
  },
  requestHeaders: ['Idempotency-Key', 'X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  fieldPaths: { registration: '' },
  validateRest: (parsed, unparsed, { context, services }) =>
    services.auth.checkRegistration({ registration: messageOf(parsed, context), unparsed }, context),
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const deviceToken = readDeviceToken(context, publicUrl)
    const { signedIn } = await services.auth.register(
      { ...messageOf(body, context), deviceToken, idempotencyKey: readIdempotencyKey(context) },
      context,
    )
    setDeviceCookie(signedIn?.deviceToken, request)
    return signedInJson(signedIn)
  },
})

function messageOf(
  body: Partial<z.output<typeof RegisterRequest>>,
  { client }: RequestContext,
): Complete<Omit<RegisterMessage, 'deviceToken' | 'idempotencyKey'>> {
  return {
    client,
    consent: body.consent ?? false,
    dateOfBirth: body.date_of_birth ?? '',
    email: body.email,
    ...profileMessage(registrationFields, body),
    inviteCode: body.invite_code ?? undefined,
    password: body.password,
    username: body.username,
  }
}
