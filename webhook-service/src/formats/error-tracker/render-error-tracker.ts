import { renderEvent } from '../events/render-event.ts'
import type { Payload } from '../payload.ts'
import type { Rendering } from '../rendering.ts'
import { inferResource } from './infer-resource.ts'
import { resources } from './resources.ts'

/** What a payload of an error tracker becomes; `resource` is empty when its headers name none. Content never fails. */
export function renderErrorTracker(resource: string, payload: Payload): Rendering {
  const name = resource || inferResource(payload)
  if (name) return renderEvent(resources, name, payload)
  return { kind: 'ignored', event: null, action: null, what: 'unknown' }
}
