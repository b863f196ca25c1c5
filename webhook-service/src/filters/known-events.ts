import { events } from '../formats/code-host/events.ts'
import { resources } from '../formats/error-tracker/resources.ts'
import type { EventRule } from '../formats/events/event-rule.ts'
import { nearestOf } from './nearest-of.ts'

const tables: Record<string, Record<string, EventRule>> = { 'code-host': events, 'error-tracker': resources }
const known = Object.fromEntries(
  Object.entries(tables).map(([format, table]) => [format, Object.keys(table)]),
)

export const formatsWithEvents = Object.keys(known)

/** Longer names resemble none. */
const maxSimilarLength =
  Math.max(...Object.values(known).flatMap((names) => names.map(({ length }) => length))) + 4

/** `format` null means any. */
export function isKnownEvent(format: string | null, event: string): boolean {
  return namesOf(format).includes(event.toLowerCase())
}

type EventName = { format: string | null; event: string }

const allRules = Object.values(tables).flatMap((table) => Object.values(table))
const shownActions = new Set(allRules.flatMap(actionsShownOf))
const ignoredActions = new Set(
  allRules.flatMap(({ actions }) => Object.keys(actions ?? {}).filter((name) => !shownActions.has(name))),
)

/** Whether a message is shown for any action of an event. */
export function isEverShown(name: EventName): boolean {
  return rulesOf(name).some((rule) => rule.render !== null || actionsShownOf(rule).length > 0)
}

/** Whether a message is shown for an action of one of the events; without events, whether it is not known to be ignored. */
export function shownActionsOf(names: readonly EventName[]): (action: string) => boolean {
  if (names.length === 0) return (action) => !ignoredActions.has(action.toLowerCase())
  const rules = new Set(names.flatMap(rulesOf))
  const shown = new Set([...rules].flatMap(actionsShownOf))
  const showsAll = [...rules].some(({ render }) => render !== null)
  return (action) => showsAll || shown.has(action.toLowerCase())
}

function rulesOf({ format, event }: EventName): EventRule[] {
  const name = event.toLowerCase()
  const inFormat = format === null ? Object.values(tables) : [tables[format] ?? {}]
  return inFormat.flatMap((table) => (Object.hasOwn(table, name) ? [table[name] as EventRule] : []))
}

function actionsShownOf({ actions }: EventRule): string[] {
  return Object.entries(actions ?? {}).flatMap(([name, render]) => (render === null ? [] : [name]))
}

/** The known name most similar to an unknown one, if there is one. */
export function nearestEvent(format: string | null, event: string): string | null {
  return event.length > maxSimilarLength ? null : nearestOf(event.toLowerCase(), namesOf(format))
}

function namesOf(format: string | null): string[] {
  return format === null ? Object.values(known).flat() : (known[format] ?? [])
}
