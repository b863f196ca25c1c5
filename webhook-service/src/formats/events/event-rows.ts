import type { EventRule } from './event-rule.ts'

export type EventRow = {
  event: string
  shown: string[]
  /** Known actions that are never shown; `['*']` if the event never is. */
  ignored: string[]
  except: string | null
  isOptIn: boolean
}

export function eventRows(rules: Record<string, EventRule>): EventRow[] {
  return Object.entries(rules).map(rowOf)
}

function rowOf([event, { render, actions, except, isOptIn }]: [string, EventRule]): EventRow {
  if (render) return { event, shown: ['*'], ignored: [], except, isOptIn }
  if (!actions) return { event, shown: [], ignored: ['*'], except, isOptIn }
  const names = Object.keys(actions)
  return {
    event,
    shown: names.filter((action) => actions[action]),
    ignored: names.filter((action) => !actions[action]),
    except,
    isOptIn,
  }
}
