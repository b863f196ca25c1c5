import { mapFieldsByWireName, profileField, registrationFields } from '@gatehouse/proto/profile-fields'
import type { FieldErrors } from '../http/route.ts'

/** What auth-service checks of the fields of a new or changed account. */
export const accountFieldErrors = {
  email: [
    'INVALID_EMAIL_FORMAT',
    'INVALID_EMAIL_LOCAL_PART',
    'INVALID_EMAIL_ADDRESS',
    'EMAIL_ALREADY_IN_USE',
  ],
  username: [
    'USERNAME_INVALID_CHARACTERS',
    'USERNAME_RESERVED_VALUE',
    'USERNAME_CANNOT_CONTAIN_RESERVED_TERMS',
    'TOO_MANY_USERS_WITH_THIS_USERNAME',
  ],
  ...mapFieldsByWireName(registrationFields, (field) => profileField(field).otherCodes),
} as const satisfies FieldErrors
