import type { Embed } from '../embed.ts'
import type { Payload } from '../payload.ts'
import { requireText, textAt, UnrenderableError } from '../payload.ts'
import type { Rendering } from '../rendering.ts'
import { type EventRule, ignored } from './event-rule.ts'

/**
 * What a payload becomes by the rule of its event. Only what the rendering needs is looked at; content that differs
 * from what we know never fails (webhooks.md B, Tolerance rules).
 */
export function renderEvent(events: Record<string, EventRule>, event: string, payload: Payload): Rendering {
  const name = word(event)
  const rule = Object.hasOwn(events, name) ? (events[name] ?? ignored) : ignored
  const given = textAt(payload, 'action')
  const action = given === undefined ? null : word(given)
  const what = ignoredName(rule, name, action)
  const source = { event: name, action, ...(rule.isOptIn && { optIn: what }) }
  try {
    const embed = render(rule, payload)
    if (embed) return { kind: 'rendered', ...source, draft: { content: '', embeds: [embed] } }
    return { kind: 'ignored', ...source, what }
  } catch (error) {
    if (error instanceof UnrenderableError) return { kind: 'unrenderable', ...source, path: error.path }
    throw error
  }
}

function render({ render, actions }: EventRule, payload: Payload): Embed | undefined {
  if (!actions) return render?.(payload)
  const action = requireText(payload, 'action')
  return Object.hasOwn(actions, action) ? actions[action]?.(payload) : undefined
}

/** The action is named where other actions of the event can be shown (contract.md 8 rows 3 and 39). */
function ignoredName({ actions }: EventRule, event: string, action: string | null): string {
  return actions && action ? `${event}.${action}` : event
}

/** Foreign names of events and actions travel in the header X-Webhook-Result, so they keep header-safe letters only. */
function word(text: string): string {
  return text.slice(0, 64).replace(/[^\w-]/g, '_')
}
