import type { Translation } from '../messages/translation.ts'
import { events } from './events.ts'
import type { Payload } from './payload.ts'
import { translateEvent } from './translate-event.ts'

/** What a payload of a code host becomes; `event` is what its header names, or what its keys tell. */
export function translateCodeHost(event: string, payload: Payload): Translation {
  return translateEvent(events, event, payload)
}
