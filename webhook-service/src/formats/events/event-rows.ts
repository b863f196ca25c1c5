import type { EventRule } from './event-rule.ts'

/** One event for readers: plain data, made from the rules the code follows. */
export type EventRow = {
  event: string
  /** Actions that become messages; `['*']` when the event is shown whatever its action. */
  shown: string[]
  /** Known actions that never do; `['*']` when the event is never shown. */
  ignored: string[]
  /** What of the shown is ignored all the same, in words. */
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
