import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { type EventFilter, showsAll } from '../filters/event-filter.ts'
import { type FilteredRendering, filterRendering } from '../filters/filter-rendering.ts'
import { renderChatCompat } from '../formats/chat-compat/render-chat-compat.ts'
import { codeHostFacts } from '../formats/code-host/filter-facts.ts'
import { renderCodeHost } from '../formats/code-host/render-code-host.ts'
import { errorTrackerFacts } from '../formats/error-tracker/filter-facts.ts'
import { renderErrorTracker } from '../formats/error-tracker/render-error-tracker.ts'
import type { Payload } from '../formats/payload.ts'
import type { Source } from '../messages/message.ts'
import { readPayload } from './read-payload.ts'

/** Everything the rendering of a body depends on; it may travel to a worker thread. */
export type RenderJob = {
  format: Source['format']
  contentType: string
  /** The event the sender's headers name, empty when they name none. */
  event: string
  /** The webhook's own; without one everything is shown that is shown by default. */
  filter?: EventFilter
  body: Uint8Array
}

/**
 * What a body becomes at a webhook with this filter. Fails with what readPayload fails with, NO_TEXT, INVALID_PAYLOAD,
 * TOO_MANY_ATTACHMENTS.
 */
export function renderPayload({
  format,
  contentType,
  event,
  filter = showsAll,
  body,
}: RenderJob): FilteredRendering {
  // People write these, so there is no event to filter.
  if (format === 'chat-compat') return renderChatCompat(readForChat(contentType, body))
  const payload = readPayload(contentType, body)
  if (format === 'error-tracker') {
    const rendering = renderErrorTracker(event, payload)
    return filterRendering(filter, rendering, () => errorTrackerFacts(payload))
  }
  return filterRendering(filter, renderCodeHost(event, payload), () => codeHostFacts(payload))
}

/** Chat senders know one word for everything that cannot be read (contract.md 8 row 5). */
function readForChat(contentType: string, body: Uint8Array): Payload {
  try {
    return readPayload(contentType, body)
  } catch (cause) {
    if (cause instanceof ServiceError) throw new ServiceError('INVALID_PAYLOAD', { cause })
    throw cause
  }
}
