import { translateEvent } from '../events/render-event.ts'
import type { Payload } from '../payload.ts'
import type { Translation } from '../render-result.ts'
import { events } from './events.ts'

/** What a payload of a code host becomes; `event` is what its header names, or what its keys tell. */
export function translateCodeHost(event: string, payload: Payload): Translation {
  return translateEvent(events, event, payload)
}
