import type { Embed } from '../embed.ts'
import type { Payload } from '../payload.ts'

export type Render = (payload: Payload) => Embed | undefined

export type EventRule = {
  /** For events that have no actions, or are rendered for all of them. */
  render: Render | null
  actions: Record<string, Render | null> | null
  /** For the documentation: payloads for which `render` returns undefined. */
  except: string | null
  /** Rendered only if a rule of the event filter names the event. */
  isOptIn: boolean
}

export function renderAlways(render: Render, except: string | null = null): EventRule {
  return { render, actions: null, except, isOptIn: false }
}

export function renderActions(
  actions: Record<string, Render>,
  ignoredActions: string[] = [],
  except: string | null = null,
): EventRule {
  const withoutRender = Object.fromEntries(ignoredActions.map((action) => [action, null]))
  return { render: null, actions: { ...actions, ...withoutRender }, except, isOptIn: false }
}

export const ignored: EventRule = { render: null, actions: null, except: null, isOptIn: false }

export function optIn(rule: EventRule): EventRule {
  return { ...rule, isOptIn: true }
}
