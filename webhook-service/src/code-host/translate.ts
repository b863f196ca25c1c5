import type { Embed } from '../messages/embed.ts'
import type { Translation } from '../messages/translation.ts'
import { events } from './events.ts'
import type { Payload } from './payload.ts'
import { neededText, textAt, Unrenderable } from './payload.ts'

/**
 * What a payload of a code host becomes. Only what the rendering of its event needs is looked at; content that differs
 * from what we know never fails (webhooks.md B, Tolerance rules).
 */
export function translateCodeHost(event: string, payload: Payload): Translation {
  const name = word(event)
  const action = textAt(payload, 'action')
  const source = { event: name, action: action === undefined ? null : word(action) }
  try {
    const { embed, ignored } = renderEvent(name, payload)
    if (embed) return { kind: 'rendered', ...source, draft: { content: '', embeds: [embed] } }
    return { kind: 'ignored', ...source, what: ignored }
  } catch (error) {
    if (error instanceof Unrenderable) return { kind: 'unrenderable', ...source, path: error.path }
    throw error
  }
}

function renderEvent(event: string, payload: Payload): { embed?: Embed | undefined; ignored: string } {
  const rendering = Object.hasOwn(events, event) ? events[event] : undefined
  if (typeof rendering === 'function') return { embed: rendering(payload), ignored: event }
  if (!rendering) return { ignored: event }
  const action = neededText(payload, 'action')
  const render = Object.hasOwn(rendering, action) ? rendering[action] : undefined
  return { embed: render?.(payload), ignored: `${event}.${word(action)}` }
}

/** Foreign names of events and actions travel in the header X-Webhook-Result, so they keep header-safe letters only. */
function word(text: string): string {
  return text.slice(0, 64).replace(/[^\w-]/g, '_')
}
