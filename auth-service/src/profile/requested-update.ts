import type { AccountUpdate, UpdateMeRequest } from '@gatehouse/proto/gen/auth/v1/auth'
import { mapFields, type ProfileField, profileFieldNames } from '@gatehouse/proto/profile-fields'
import type { WithClient } from '@gatehouse/service-kit/clients/valid-client'
import { type Changes, changesOf } from '@gatehouse/service-kit/resources/field-mask'
import { inMessage, rejectFields } from '../accounts/reject-fields.ts'

/** Undefined does not change a field, null clears it. */
export type RequestedUpdate = Omit<WithClient<UpdateMeRequest>, 'account' | 'updateMask'> &
  Pick<AccountUpdate, 'username' | 'discriminator' | 'email'> &
  Changes<AccountUpdate, ProfileField>

/** Every field of AccountUpdate, and whether null clears it: one that is not here does not compile. */
const isClearable: Record<keyof AccountUpdate, boolean> = {
  username: false,
  discriminator: false,
  email: false,
  ...mapFields(profileFieldNames, () => true),
}

// The names of the record, of which Object.keys returns strings.
const changeable = Object.keys(isClearable) as (keyof AccountUpdate)[]

export function readUpdate({
  account,
  updateMask,
  ...request
}: WithClient<UpdateMeRequest>): RequestedUpdate {
  const changes = changesOf(account, updateMask, changeable)
  const cleared = changeable.filter((field) => changes[field] === null && !isClearable[field])
  rejectFields(inMessage('account', Object.fromEntries(cleared.map((field) => [field, 'REQUIRED']))))
  const { username, discriminator, email, ...profile } = changes
  return {
    ...request,
    ...profile,
    username: username ?? undefined,
    discriminator: discriminator ?? undefined,
    email: email ?? undefined,
  }
}
