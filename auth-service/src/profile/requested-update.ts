import type { AccountUpdate, UpdateMeRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { type Changes, changesOf } from '@gatehouse/service-kit/resources/field-mask'
import { inMessage, rejectFields } from '../accounts/reject-fields.ts'

/** Undefined does not change a field, null clears it. */
export type RequestedUpdate = Omit<WithClient<UpdateMeRequest>, 'account' | 'updateMask'> &
  Pick<AccountUpdate, 'username' | 'discriminator' | 'email'> &
  Changes<AccountUpdate, 'globalName' | 'locale'>

const changeable = ['username', 'discriminator', 'email', 'globalName', 'locale'] as const

export function readUpdate({
  account,
  updateMask,
  ...request
}: WithClient<UpdateMeRequest>): RequestedUpdate {
  const { username, discriminator, email, ...clearable } = changesOf(account, updateMask, changeable)
  rejectFields(
    inMessage('account', {
      username: username === null ? 'REQUIRED' : null,
      discriminator: discriminator === null ? 'REQUIRED' : null,
      email: email === null ? 'REQUIRED' : null,
    }),
  )
  return {
    ...request,
    ...clearable,
    username: username ?? undefined,
    discriminator: discriminator ?? undefined,
    email: email ?? undefined,
  }
}
