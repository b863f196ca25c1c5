import type { FieldCode } from '@gatehouse/proto/errors/catalog'
import {
  mapFields,
  type ProfileField,
  profileField,
  profileFieldNames,
} from '@gatehouse/proto/profile-fields'
import { cleanLine } from '@gatehouse/service-kit/fields/label'
import { codePoints, maxFieldLength } from '@gatehouse/service-kit/fields/text'
import type { FieldProblems } from '../accounts/reject-fields.ts'
import { cleanLocale, localeProblem } from './locale.ts'
import { reservedNameProblem } from './reserved-name.ts'

/** `clean` makes of a typed text what is stored; `problem` says why that is rejected. */
type ProfileRule = {
  clean(typed: string): string
  problem(cleaned: string): FieldProblems[string]
}

/** A text of one line within the bounds of the field, which `rejects` may reject besides. */
function lineOf(field: ProfileField, rejects: (line: string) => FieldCode | null = () => null): ProfileRule {
  const { bounds, code } = profileField(field)
  return {
    // A longer text is rejected for its length.
    clean: (typed) => (typed.length > maxFieldLength ? typed : cleanLine(typed)),
    problem(line) {
      const length = codePoints(line)
      return length < bounds.min || length > bounds.max ? [code, bounds] : rejects(line)
    },
  }
}

export const profileRules: Record<ProfileField, ProfileRule> = {
  globalName: lineOf('globalName', reservedNameProblem),
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
