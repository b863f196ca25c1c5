import { renderEvent } from '../events/render-event.ts'
import type { Payload } from '../payload.ts'
import type { Rendering } from '../rendering.ts'
import { inferResource } from './infer-resource.ts'
import { resources } from './resources.ts'

export function renderErrorTracker(resource: string, payload: Payload): Rendering {
  const name = resource || inferResource(payload)
  if (name) return renderEvent(resources, name, payload)
  return { kind: 'ignored', event: null, action: null, ignoredEvent: 'unknown' }
}
