import { route } from '../http/route.ts'
import { AuthLoginResponse, LoginRequest } from '../shapes/sign-in.ts'
import { loginJson } from './login-json.ts'

export const login = route({
  method: 'post',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Exchange an email and password for a session token.',
  rateLimit: { bucket: 'auth:login', limit: 10, windowSeconds: 10 },
  body: LoginRequest,
  response: AuthLoginResponse,
  errors: ['ACCOUNT_SUSPENDED_PERMANENTLY', 'ACCOUNT_SUSPENDED_TEMPORARILY'],
  async handler({ body, visit, services, call }) {
    const { email, password, invite_code } = body
    const { outcome } = await services.auth.login(
      { client: visit.client, email, password, inviteCode: invite_code ?? undefined },
      call,
    )
    return loginJson(outcome)
  },
})
