import type { Embed } from '../embed.ts'
import type { Payload } from '../payload.ts'

/** Turns a payload into a card, or into nothing when this one is not worth a message. */
export type Render = (payload: Payload) => Embed | undefined

/** What becomes of an event. */
export type EventRule = {
  /** For events whose actions do not matter, or that have none. */
  render: Render | null
  /** By action; null for the known ones that are never shown. Unknown ones are not shown either. */
  actions: Record<string, Render | null> | null
  /** What is ignored all the same, in words for readers. */
  except: string | null
  /** Shown only where an event filter allows the event by name (contract.md 8, Event filter). */
  isOptIn: boolean
}

/** An event that is shown whatever its action. */
export function renderAlways(render: Render, except: string | null = null): EventRule {
  return { render, actions: null, except, isOptIn: false }
}

/** An event of which some actions are shown. */
export function renderActions(
  actions: Record<string, Render>,
  ignoredActions: string[] = [],
  except: string | null = null,
): EventRule {
  const ignored = Object.fromEntries(ignoredActions.map((action) => [action, null]))
  return { render: null, actions: { ...actions, ...ignored }, except, isOptIn: false }
}

/** An event that is never shown. */
export const ignored: EventRule = { render: null, actions: null, except: null, isOptIn: false }

export function optIn(rule: EventRule): EventRule {
  return { ...rule, isOptIn: true }
}
