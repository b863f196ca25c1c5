import type { AccountUpdate } from '@gatehouse/proto/gen/auth/v1/auth'
import {
  mapFields,
  mapFieldsByWireName,
  profileField,
  profileFieldNames,
} from '@gatehouse/proto/profile-fields'
import type { Complete } from '@gatehouse/service-kit/grpc/complete'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { defineRoute } from '../http/define-route.ts'
import { setDeviceCookie } from '../http/device-cookie.ts'
import { requireField } from '../http/require-field.ts'
import { accountFieldErrors } from '../registration/field-errors.ts'
import { profileMessage } from '../schemas/profile-fields.ts'
import { UserPrivateResponse, UserUpdateRequest } from '../schemas/users.ts'
import { proofOf, stepUpFieldErrors, stepUpFieldPaths } from './step-up.ts'
import { accountJson } from './user-json.ts'

export const updateMe = defineRoute({
  operationId: 'updateMe',
  tag: 'users',
  method: 'patch',
  path: '/users/@me',
  access: 'account',
  summary:
    'Update your account, or claim it with an email and a password. Some fields require a proof of identity. At most five username changes an hour and five changes of the email address a day.',
  rateLimit: { bucket: 'users:me:update' },
  body: UserUpdateRequest,
  response: UserPrivateResponse,
  errors: ['SUDO_MODE_REQUIRED', 'TAG_ALREADY_TAKEN', 'PASSWORD_LOGIN_DISABLED', 'MANAGED_BY_SSO'],
  fieldErrors: {
    ...accountFieldErrors,
    ...stepUpFieldErrors,
    ...mapFieldsByWireName(profileFieldNames, (field) => profileField(field).otherCodes),
    discriminator: ['TAG_ALREADY_TAKEN'],
    email: [...accountFieldErrors.email, 'EMAIL_MUST_BE_CHANGED_VIA_TOKEN', 'REQUIRED'],
    email_token: ['INVALID_EMAIL_TOKEN', 'EMAIL_TOKEN_EXPIRED', 'EMAIL_ALREADY_IN_USE'],
    password: [...stepUpFieldErrors.password, 'PASSWORD_IS_TOO_COMMON', 'REQUIRED'],
    new_password: ['PASSWORD_IS_TOO_COMMON', 'FIELD_NOT_ALLOWED'],
  },
  responseHeaders: ['Set-Cookie'],
  fieldPaths: { account: '', ...stepUpFieldPaths },
  async handler(request) {
    const { actor, body, context, services } = request
    const { username, discriminator, email } = body
    const profile = profileMessage(profileFieldNames, body)
    const account: Complete<AccountUpdate> = {
      username,
      discriminator,
      ...mapFields(profileFieldNames, (field) => profile[field] ?? undefined),
      email,
    }
    const { account: updated, deviceToken } = await services.auth.updateMe(
      {
        actor,
        client: context.client,
        account,
        updateMask: maskOf({ username, discriminator, ...profile, email }),
        ...proofOf(body),
        newPassword: body.new_password,
        emailToken: body.email_token,
      },
      context,
    )
    setDeviceCookie(deviceToken, request)
    return accountJson(requireField(updated))
  },
})
