import { fieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { translateChatCompat } from '../chat-compat/translate.ts'
import { inferEvent } from '../code-host/infer-event.ts'
import { translateCodeHost } from '../code-host/translate.ts'
import type { Source } from '../messages/message.ts'
import type { Translation } from '../messages/translation.ts'
import { type Payload, readPayload } from './read-payload.ts'

/** Everything the rendering of a body depends on; it may travel to a worker thread. */
export type RenderJob = {
  format: Source['format']
  contentType: string
  /** The sender's event header, empty when absent. */
  event: string
  body: Uint8Array
}

/** What a body becomes. Fails with what readPayload fails with, NO_TEXT, INVALID_PAYLOAD. */
export function renderPayload({ format, contentType, event, body }: RenderJob): Translation {
  if (format === 'code-host') return renderCodeHost(event, readPayload(contentType, body))
  return translateChatCompat(readForChat(contentType, body))
}

function renderCodeHost(header: string, payload: Payload): Translation {
  const event = header.trim() || inferEvent(payload)
  if (event) return translateCodeHost(event, payload)
  throw new ServiceError('INVALID_FORM_BODY', {
    message: 'Name the event in the header X-GitHub-Event; this body does not tell it.',
    fields: [fieldProblem('x-github-event', 'REQUIRED')],
  })
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
