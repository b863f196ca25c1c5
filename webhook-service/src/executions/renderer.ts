import { redactBody } from '../deliveries/redact-body.ts'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { Body } from './read-body.ts'
import type { RenderRequest } from './render-payload.ts'
import { renderPayload } from './render-payload.ts'
import { type RenderCaller, type RenderThreadOptions, renderThread } from './render-thread.ts'

/** Larger bodies are rendered in a worker thread, so that they do not block the event loop. */
const maxBytesOnLoop = 64 * 1024
/** Of a text that is redacted, which takes longer. */
const maxUnitsOnLoop = 16 * 1024

export type Renderer = ReturnType<typeof renderer>

export function renderer(options: RenderThreadOptions) {
  const thread = renderThread(options)

  return {
    async render(
      request: Omit<RenderRequest, 'body'>,
      { chunks, size }: Body,
      caller: RenderCaller,
    ): Promise<FilteredRendering> {
      if (size > maxBytesOnLoop) return thread.render({ ...request, chunks }, caller)
      return renderPayload({
        ...request,
        body: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
      })
    },

    /** The text of a body, redacted. */
    redact: async (text: string, caller: RenderCaller): Promise<string> =>
      text.length > maxUnitsOnLoop ? thread.redact(text, caller) : redactBody(text),

    close: () => thread.close(),
  }
}
