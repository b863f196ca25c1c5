import { earliestDateOfBirth } from '@gatehouse/proto/field-bounds'
import type { FieldProblems } from '../accounts/reject-fields.ts'

export function dateOfBirthProblem(text: string, now: number, minimumAge: number): FieldProblems[string] {
  const today = new Date(now).toISOString().slice(0, 10)
  if (!isCalendarDate(text) || text < earliestDateOfBirth || text > today)
    return 'INVALID_DATE_OF_BIRTH_FORMAT'
  return ageOn(text, today) < minimumAge ? ['MUST_BE_MINIMUM_AGE', { min: minimumAge }] : null
}

/** Rejects days that do not exist: Date converts 2023-02-30 to a day in March. */
function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whole years between two dates (YYYY-MM-DD). A birthday on 29 February counts on 1 March in other years. */
function ageOn(born: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4))
  return today.slice(5) < born.slice(5) ? years - 1 : years
}
