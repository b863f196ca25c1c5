import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { Body } from './read-body.ts'
import type { RenderJob } from './render-payload.ts'
import { renderPayload } from './render-payload.ts'
import { type RenderCaller, type RenderThreadOptions, renderThread } from './render-thread.ts'

/** Larger bodies are parsed and rendered in a thread, so that they do not block the event loop. */
export const largeBody = 256 * 1024

export type Renderer = ReturnType<typeof renderer>

export function renderer(options: RenderThreadOptions) {
  const thread = renderThread(options)

  return {
    async render(
      job: Omit<RenderJob, 'body'>,
      { chunks, size }: Body,
      caller: RenderCaller,
    ): Promise<FilteredRendering> {
      if (size > largeBody) return thread.render({ ...job, chunks }, caller)
      return renderPayload({
        ...job,
        body: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
      })
    },

    close: () => thread.close(),
  }
}
