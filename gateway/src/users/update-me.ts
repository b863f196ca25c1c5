import { defineRoute } from '../http/define-route.ts'
import { requireField } from '../http/require-field.ts'
import { setDeviceCookie } from '../login/device-cookie.ts'
import { UserPrivateResponse, UserUpdateRequest } from '../schemas/users.ts'
import { accountJson } from './user-json.ts'

export const updateMe = defineRoute({
  operationId: 'updateMe',
  tag: 'users',
  method: 'patch',
  path: '/users/@me',
  access: 'account',
  summary:
    'Update your account, or claim it with an email and a password. Some fields require the current password. At most five username changes an hour.',
  rateLimit: { bucket: 'users:me:update' },
  body: UserUpdateRequest,
  response: UserPrivateResponse,
  errors: ['SUDO_MODE_REQUIRED', 'TAG_ALREADY_TAKEN', 'PASSWORD_LOGIN_DISABLED'],
  async handler(request) {
    const { actor, body, context, services } = request
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
      context,
    )
    setDeviceCookie(deviceToken, request)
    return accountJson(requireField(account))
  },
})

/** Services use an empty text where clients send null. */
function orEmpty(value: string | null | undefined): string | undefined {
  return value === null ? '' : value
}
