import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import {
  mapFields,
  type ProfileField,
  profileField,
  profileFieldNames,
} from '@gatehouse/proto/profile-fields'
import type { FieldProblems } from '../accounts/reject-fields.ts'
import { cleanGlobalName, globalNameProblem } from './global-name.ts'
import { cleanLocale, localeProblem } from './locale.ts'

/** `clean` makes of a typed text what is stored; `problem` says why that is rejected. */
type ProfileRule = {
  clean(typed: string): string
  problem(cleaned: string): FieldCode | null
}

const profileRules: Record<ProfileField, ProfileRule> = {
  globalName: { clean: cleanGlobalName, problem: globalNameProblem },
  locale: { clean: cleanLocale, problem: localeProblem },
}

/** Without the fields that stay as they are; null removes one. */
export type Profile = Partial<Record<ProfileField, string | null>>

export function cleanProfile(typed: { [Field in ProfileField]?: string | null | undefined }): Profile {
  const given = profileFieldNames.filter((field) => typed[field] !== undefined)
  return mapFields(given, (field) => {
    const text = typed[field] ?? null
    return text === null ? null : profileRules[field].clean(text)
  })
}

export function profileProblems(profile: Profile): FieldProblems {
  const texts = profileFieldNames.flatMap((field) => {
    const text = profile[field] ?? null
    return text === null ? [] : [{ field, text }]
  })
  return Object.fromEntries(
    texts.map(({ field, text }) => [profileField(field).wire, profileRules[field].problem(text)]),
  )
}
