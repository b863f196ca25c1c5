import type { Embed } from '../embed.ts'
import { type Payload, requireText, textAt, UnrenderableError } from '../payload.ts'
import type { Rendering } from '../rendering.ts'
import { type EventRule, ignored } from './event-rule.ts'

/** Reads only the parts that rendering needs, so unknown or invalid other parts never cause a rejection. */
export function renderEvent(events: Record<string, EventRule>, event: string, payload: Payload): Rendering {
  const name = headerSafe(event)
  const rule = Object.hasOwn(events, name) ? (events[name] ?? ignored) : ignored
  const given = textAt(payload, 'action')
  const action = given === undefined ? null : headerSafe(given)
  const ignoredEvent = ignoredName(rule, name, action)
  const named = { event: name, action, ...(rule.isOptIn && { ignoredUnlessNamed: ignoredEvent }) }
  try {
    const embed = embedOf(rule, payload)
    if (embed) return { kind: 'rendered', ...named, draft: { content: '', embeds: [embed] } }
    return { kind: 'ignored', ...named, ignoredEvent }
  } catch (error) {
    if (error instanceof UnrenderableError) return { kind: 'unrenderable', ...named, path: error.path }
    throw error
  }
}

function embedOf({ render, actions }: EventRule, payload: Payload): Embed | undefined {
  if (!actions) return render?.(payload)
  const action = requireText(payload, 'action')
  return Object.hasOwn(actions, action) ? actions[action]?.(payload) : undefined
}

/** The action is included if other actions of the event are rendered. */
function ignoredName({ actions }: EventRule, event: string, action: string | null): string {
  return actions && action ? `${event}.${action}` : event
}

/** Names from the payload are sent in the header X-Webhook-Result, so other characters are replaced. */
function headerSafe(text: string): string {
  return text.slice(0, 64).replace(/[^\w-]/g, '_')
}
