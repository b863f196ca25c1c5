import { defineRoute } from '../http/define-route.ts'
import { AuthLoginResponse, LoginRequest } from '../schemas/login.ts'
import { readDeviceToken, setDeviceCookie } from './device-cookie.ts'
import { deviceTokenOf, loginJson } from './login-json.ts'

export const login = defineRoute({
  operationId: 'login',
  tag: 'auth',
  method: 'post',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Sign in with email and password. Returns a ticket if the account has a second factor.',
  rateLimit: { bucket: 'auth:login' },
  captcha: true,
  signsIn: true,
  hashes: true,
  body: LoginRequest,
  response: AuthLoginResponse,
  errors: [
    'SSO_REQUIRED',
    'IP_AUTHORIZATION_REQUIRED',
    'PASSWORD_LOGIN_DISABLED',
    'ACCOUNT_SUSPENDED_PERMANENTLY',
    'ACCOUNT_SUSPENDED_TEMPORARILY',
  ],
  fieldErrors: { email: ['INVALID_EMAIL_OR_PASSWORD'], password: ['INVALID_EMAIL_OR_PASSWORD'] },
  requestHeaders: ['X-Client-Location'],
  responseHeaders: ['Set-Cookie'],
  async handler(request) {
    const { body, context, services, publicUrl } = request
    const { email, password, invite_code } = body
    const deviceToken = readDeviceToken(context, publicUrl)
    const { outcome } = await services.auth.login(
      { client: context.client, email, password, inviteCode: invite_code ?? undefined, deviceToken },
      context,
    )
    setDeviceCookie(deviceTokenOf(outcome), request)
    return loginJson(outcome)
  },
})
