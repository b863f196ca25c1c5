import { route } from '../http/route.ts'
import { keepDevice, presentedDevice } from '../login/device-cookie.ts'
import { signedInJson } from '../login/login-json.ts'
import { RegisterRequest } from '../shapes/registration.ts'
import { AuthRegisterResponse } from '../shapes/sign-in.ts'

export const register = route({
  method: 'post',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Make an account and sign in.',
  rateLimit: { bucket: 'auth:register', limit: 10, windowSeconds: 10 },
  captcha: true,
  body: RegisterRequest,
  response: AuthRegisterResponse,
  errors: [],
  async handler(request) {
    const { body, visit, services, call, publicUrl } = request
    const { signedIn } = await services.auth.register(
      {
        client: visit.client,
        consent: body.consent,
        dateOfBirth: body.date_of_birth,
        email: body.email,
        globalName: body.global_name,
        inviteCode: body.invite_code ?? undefined,
        password: body.password,
        username: body.username,
        deviceToken: presentedDevice(visit, publicUrl),
      },
      call,
    )
    keepDevice(signedIn?.deviceToken, request)
    return signedInJson(signedIn)
  },
})
