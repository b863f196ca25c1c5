import { route } from '../http/route.ts'
import { AuthLoginResponse, LoginRequest } from '../shapes/sign-in.ts'
import { keepDevice, presentedDevice } from './device-cookie.ts'
import { loginJson } from './login-json.ts'

export const login = route({
  method: 'post',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Exchange an email and password for a session token.',
  rateLimit: { bucket: 'auth:login', limit: 10, windowSeconds: 10 },
  captcha: true,
  body: LoginRequest,
  response: AuthLoginResponse,
  errors: ['PASSWORD_LOGIN_DISABLED', 'ACCOUNT_SUSPENDED_PERMANENTLY', 'ACCOUNT_SUSPENDED_TEMPORARILY'],
  async handler(request) {
    const { body, context, services, call, publicUrl } = request
    const { email, password, invite_code } = body
    const deviceToken = presentedDevice(context, publicUrl)
    const { outcome } = await services.auth.login(
      { client: context.client, email, password, inviteCode: invite_code ?? undefined, deviceToken },
      call,
    )
    keepDevice(outcome?.value.deviceToken, request)
    return loginJson(outcome)
  },
})
