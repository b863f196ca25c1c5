import type { FormatName } from '@gatehouse/proto/executions/formats'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { allowAll, type EventFilter } from '../filters/event-filter.ts'
import { type FilteredRendering, filterRendering } from '../filters/filter-rendering.ts'
import { renderChatCompat } from '../formats/chat-compat/render-chat-compat.ts'
import { codeHostFacts } from '../formats/code-host/filter-facts.ts'
import { renderCodeHost } from '../formats/code-host/render-code-host.ts'
import { errorTrackerFacts } from '../formats/error-tracker/filter-facts.ts'
import { renderErrorTracker } from '../formats/error-tracker/render-error-tracker.ts'
import { otherFormatHint } from '../formats/format-of.ts'
import { renderNative } from '../formats/native/render-native.ts'
import type { Payload } from '../formats/payload.ts'
import { withinBudget } from '../formats/payload-budget.ts'
import { readPayload } from '../formats/read-payload.ts'
import { bodyError } from './body-error.ts'

export type RenderRequest = {
  format: FormatName
  contentType: string
  /** As named by the headers of the sender; may be empty. */
  event: string
  /** The format whose event header came with the body; null or absent without one. */
  sentAs?: FormatName | null
  filter?: EventFilter
  body: Uint8Array
}

/** Fails with NO_TEXT, CANNOT_SEND_EMPTY_MESSAGE, INVALID_PAYLOAD, TOO_MANY_ATTACHMENTS, and as `readPayload` does. */
export function renderPayload({
  format,
  contentType,
  event,
  sentAs = null,
  filter = allowAll,
  body,
}: RenderRequest): FilteredRendering {
  const payload = payloadOf(format, contentType, body)
  const hint = () => otherFormatHint(payload, { format, sentAs })
  try {
    return withHint(rendered(payload, { format, event, filter }), hint)
  } catch (error) {
    const text = error instanceof ServiceError ? hint() : undefined
    if (!(error instanceof ServiceError) || text === undefined) throw error
    throw new ServiceError(error.code, { ...error, message: `${error.message} ${text}`, cause: error.cause })
  }
}

function rendered(
  payload: Payload,
  { format, event, filter }: Required<Pick<RenderRequest, 'format' | 'event' | 'filter'>>,
): FilteredRendering {
  // Messages have no events to filter.
  if (format === 'native') return renderNative(payload)
  if (format === 'chat-compat') return renderChatCompat(payload)
  if (format === 'error-tracker') {
    const rendering = renderErrorTracker(event, payload)
    return filterRendering(filter, rendering, () => errorTrackerFacts(payload))
  }
  return filterRendering(filter, renderCodeHost(event, payload), () => codeHostFacts(payload))
}

/** Of a payload that shows nothing. An event that is ignored is one of this format. */
function withHint(rendering: FilteredRendering, hint: () => string | undefined): FilteredRendering {
  const isUnknown = rendering.kind === 'ignored' && rendering.event === null
  if (rendering.kind !== 'unrenderable' && !isUnknown) return rendering
  const text = hint()
  if (text === undefined) return rendering
  const path = rendering.kind === 'unrenderable' ? rendering.path : 'data'
  return { ...rendering, kind: 'unrenderable', path, hint: text }
}

function payloadOf(format: FormatName, contentType: string, body: Uint8Array): Payload {
  try {
    // Slack accepts line breaks in strings, which scripts of senders write.
    const rawControls = format === 'chat-compat'
    const payload = readPayload(contentType, body, { rawControls })
    return format === 'chat-compat' ? withinBudget(payload) : payload
  } catch (error) {
    throw bodyError(format, error)
  }
}
