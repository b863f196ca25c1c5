import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { newSecret } from '@gatehouse/service-kit/tokens/secret-token'
import { defineRoute } from '../http/define-route.ts'
import { readDeviceToken, setDeviceCookie } from '../http/device-cookie.ts'
import { AuthLoginResponse, LoginRequest } from '../schemas/login.ts'
import { deviceTokenOf, loginJson } from './login-json.ts'
import { waiterToken } from './waiter-token.ts'

const secretPattern = /^[\w-]{43}$/

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
    const known = waiterToken.presented(context, publicUrl)
    // It stays, so that several tabs can wait.
    const waiter = secretPattern.test(known ?? '') ? (known ?? '') : newSecret()
    const { outcome } = await services.auth
      .login(
        {
          client: context.client,
          email,
          password,
          inviteCode: invite_code ?? undefined,
          deviceToken: readDeviceToken(context, publicUrl),
          waiterToken: waiter,
        },
        context,
      )
      .catch((error: unknown) => {
        const addHeader = (name: string, value: string) => {
          context.errorHeaders = [...context.errorHeaders, name, value]
        }
        if (error instanceof ServiceError && error.code === 'IP_AUTHORIZATION_REQUIRED')
          waiterToken.store(waiter, { publicUrl, addHeader })
        throw error
      })
    setDeviceCookie(deviceTokenOf(outcome), request)
    return loginJson(outcome)
  },
})
