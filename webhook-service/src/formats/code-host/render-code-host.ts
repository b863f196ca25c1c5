import { renderEvent } from '../events/render-event.ts'
import type { Payload } from '../payload.ts'
import type { Rendering } from '../rendering.ts'
import { events } from './events.ts'

/** What a payload of a code host becomes; `event` is what its header names, or what its keys tell. */
export function translateCodeHost(event: string, payload: Payload): Rendering {
  return renderEvent(events, event, payload)
}
