import { events } from '../formats/code-host/events.ts'
import { resources } from '../formats/error-tracker/resources.ts'
import { nearestOf } from './nearest-of.ts'

const known: Record<string, string[]> = {
  'code-host': Object.keys(events),
  'error-tracker': Object.keys(resources),
}

export const formatsWithEvents = Object.keys(known)

/** Longer names resemble none. */
const maxSimilarLength =
  Math.max(...Object.values(known).flatMap((names) => names.map(({ length }) => length))) + 4

/** `format` null means any. */
export function isKnownEvent(format: string | null, event: string): boolean {
  return namesOf(format).includes(event.toLowerCase())
}

/** The known name most similar to an unknown one, if there is one. */
export function nearestEvent(format: string | null, event: string): string | null {
  return event.length > maxSimilarLength ? null : nearestOf(event.toLowerCase(), namesOf(format))
}

function namesOf(format: string | null): string[] {
  return format === null ? Object.values(known).flat() : (known[format] ?? [])
}
