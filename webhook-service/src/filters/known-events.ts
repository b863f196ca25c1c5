import { events } from '../formats/code-host/events.ts'
import { resources } from '../formats/error-tracker/resources.ts'
import { nearestOf } from './nearest-of.ts'

const known: Record<string, string[]> = {
  'code-host': Object.keys(events),
  'error-tracker': Object.keys(resources),
}

export const formatsWithEvents = Object.keys(known)

/** The known name most similar to an unknown one; null if it is known. `format` null means any. */
export function nearestEvent(format: string | null, event: string): string | null {
  const names = format === null ? Object.values(known).flat() : (known[format] ?? [])
  const wanted = event.toLowerCase()
  return names.includes(wanted) ? null : nearestOf(wanted, names)
}
