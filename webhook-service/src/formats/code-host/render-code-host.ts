import { executionFormats } from '@gatehouse/proto/executions/formats'
import { fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { renderEvent } from '../events/render-event.ts'
import type { Payload } from '../payload.ts'
import type { Rendering } from '../rendering.ts'
import { events } from './events.ts'
import { inferEvent } from './infer-event.ts'

const [eventHeader] = executionFormats['code-host'].headers.event

export function renderCodeHost(header: string, payload: Payload): Rendering {
  const event = header.trim() || inferEvent(payload)
  if (event) return renderEvent(events, event, payload)
  throw new ServiceError('INVALID_FORM_BODY', {
    message: `Send the header ${eventHeader}. The event cannot be inferred from this body.`,
    fields: [fieldProblem(eventHeader.toLowerCase(), 'REQUIRED')],
  })
}
