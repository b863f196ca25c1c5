import { fieldBounds } from '@gatehouse/proto/field-bounds'
import type { SuggestUsernamesRequest, SuggestUsernamesResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { AuthContext } from '../context.ts'
import { profileRules } from '../field-rules/profile-rules.ts'
import { usernameCandidates } from '../field-rules/username-candidates.ts'

export function suggestUsernames(
  { productName }: Pick<AuthContext, 'productName'>,
  { globalName }: SuggestUsernamesRequest,
): SuggestUsernamesResponse {
  const name = profileRules.globalName.clean(globalName)
  const length = [...name].length
  if (length < fieldBounds.globalName.min || length > fieldBounds.globalName.max) {
    throw invalidFields({ global_name: ['GLOBAL_NAME_LENGTH_INVALID', fieldBounds.globalName] })
  }
  return { suggestions: usernameCandidates(name, productName) }
}
