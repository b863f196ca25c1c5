import { maskOf } from '@gatehouse/service-kit/grpc/field-mask'
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
  fieldPaths: { account: '' },
  async handler(request) {
    const { actor, body, context, services } = request
    const { username, discriminator, global_name: globalName, locale, email } = body
    const { account, deviceToken } = await services.auth.updateMe(
      {
        actor,
        client: context.client,
        account: {
          username,
          discriminator,
          globalName: globalName ?? undefined,
          locale: locale ?? undefined,
          email,
        },
        updateMask: maskOf({ username, discriminator, globalName, locale, email }),
        password: body.password,
        newPassword: body.new_password,
      },
      context,
    )
    setDeviceCookie(deviceToken, request)
    return accountJson(requireField(account))
  },
})
