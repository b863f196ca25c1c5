import type { Payload } from '../code-host/payload.ts'
import { translateEvent } from '../code-host/translate-event.ts'
import type { Translation } from '../messages/translation.ts'
import { resources } from './events.ts'
import { inferResource } from './infer-resource.ts'

/** What a payload of an error tracker becomes; `resource` is empty when its headers name none. Content never fails. */
export function translateErrorTracker(resource: string, payload: Payload): Translation {
  const name = resource || inferResource(payload)
  if (name) return translateEvent(resources, name, payload)
  return { kind: 'ignored', event: null, action: null, what: 'unknown' }
}
