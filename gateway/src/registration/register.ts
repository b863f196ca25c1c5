import type { RegisterRequest as RegisterMessage } from '@gatehouse/proto/gen/auth/v1/auth'
import type { z } from 'zod'
import { route } from '../http/route.ts'
import type { Visit } from '../http/visit.ts'
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
  judge: (readable, unread, { visit, services, call }) =>
    services.auth.checkRegistration({ registration: messageOf(readable, visit), unread }, call),
  async handler(request) {
    const { body, visit, services, call, publicUrl } = request
    const deviceToken = presentedDevice(visit, publicUrl)
    const { signedIn } = await services.auth.register({ ...messageOf(body, visit), deviceToken }, call)
    keepDevice(signedIn?.deviceToken, request)
    return signedInJson(signedIn)
  },
})

function messageOf(body: Partial<z.output<typeof RegisterRequest>>, { client }: Visit): RegisterMessage {
  return {
    client,
    consent: body.consent ?? false,
    dateOfBirth: body.date_of_birth ?? '',
    email: body.email,
    globalName: body.global_name,
    inviteCode: body.invite_code ?? undefined,
    password: body.password,
    username: body.username,
  }
}
