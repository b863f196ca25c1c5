import { translateEvent } from '../events/render-event.ts'
import type { Payload } from '../payload.ts'
import type { Translation } from '../render-result.ts'
import { inferResource } from './infer-resource.ts'
import { resources } from './resources.ts'

/** What a payload of an error tracker becomes; `resource` is empty when its headers name none. Content never fails. */
export function translateErrorTracker(resource: string, payload: Payload): Translation {
  const name = resource || inferResource(payload)
  if (name) return translateEvent(resources, name, payload)
  return { kind: 'ignored', event: null, action: null, what: 'unknown' }
}
