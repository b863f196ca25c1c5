import type { SuggestUsernamesRequest, SuggestUsernamesResponse } from '@gatehouse/proto/gen/auth/v1/auth'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { cleanGlobalName, globalNameLength } from './global-name.ts'
import { usernameCandidates } from './username-candidates.ts'

export function suggestUsernames({ globalName }: SuggestUsernamesRequest): SuggestUsernamesResponse {
  const name = cleanGlobalName(globalName)
  const length = [...name].length
  if (length < globalNameLength.min || length > globalNameLength.max) {
    throw invalidFields({ global_name: ['GLOBAL_NAME_LENGTH_INVALID', globalNameLength] })
  }
  return { suggestions: usernameCandidates(name) }
}
