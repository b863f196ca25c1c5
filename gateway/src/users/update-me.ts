import { present } from '../http/present.ts'
import { route } from '../http/route.ts'
import { keepDevice } from '../login/device-cookie.ts'
import { UserPrivateResponse, UserUpdateRequest } from '../shapes/users.ts'
import { accountJson } from './user-json.ts'

export const updateMe = route({
  method: 'patch',
  path: '/users/@me',
  access: 'account',
  summary:
    'Change your account, or claim it. Username, discriminator, password and a first email need a proof of the password; five new usernames an hour.',
  rateLimit: { bucket: 'users:me:update', limit: 20, windowSeconds: 60 },
  body: UserUpdateRequest,
  response: UserPrivateResponse,
  errors: ['SUDO_MODE_REQUIRED', 'TAG_ALREADY_TAKEN', 'PASSWORD_LOGIN_DISABLED'],
  async handler(request) {
    const { actor, body, context, services, call } = request
    const { account, deviceToken } = await services.auth.updateMe(
      {
        actor,
        client: context.client,
        username: body.username,
        discriminator: body.discriminator,
        globalName: orEmpty(body.global_name),
        locale: orEmpty(body.locale),
        email: body.email,
        password: body.password,
        newPassword: body.new_password,
      },
      call,
    )
    keepDevice(deviceToken, request)
    return accountJson(present(account))
  },
})

/** Between services an empty text says what null says to clients. */
function orEmpty(value: string | null | undefined): string | undefined {
  return value === null ? '' : value
}
