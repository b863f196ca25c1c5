import type { Payload } from '../code-host/payload.ts'
import { translateEvent } from '../code-host/translate-event.ts'
import type { Translation } from '../messages/translation.ts'
import { resources } from './events.ts'
import { inferResource } from './infer-resource.ts'

/** What a payload of an error tracker becomes; `resource` is empty when its headers name none. Content never fails. */
export function translateErrorTracker(resource: string, payload: Payload): Translation {
  const name = resource || inferResource(payload)
  if (!name) return { kind: 'ignored', event: null, action: null, what: 'unknown' }
  const translation = translateEvent(resources, name, payload)
  const { event, action, optIn } = translation
  // Its opt-in resources are called with their action when nobody asked for them (contract.md 8 row 3).
  return optIn && action ? { ...translation, optIn: `${event}.${action}` } : translation
}
