import type { FilteredRendering } from '../filters/filter-rendering.ts'
import { maxSmallBodyBytes } from '../limits/body-sizes.ts'
import type { Body } from './read-body.ts'
import type { RenderRequest } from './render-payload.ts'
import { renderPayload } from './render-payload.ts'
import { type RenderCaller, type RenderThreadOptions, renderThread } from './render-thread.ts'

export type Renderer = ReturnType<typeof renderer>

export function renderer(options: RenderThreadOptions) {
  const thread = renderThread(options)

  return {
    async render(
      request: Omit<RenderRequest, 'body'>,
      { chunks, size }: Body,
      caller: RenderCaller,
    ): Promise<FilteredRendering> {
      if (size > maxSmallBodyBytes) return thread.render({ ...request, chunks }, caller)
      return renderPayload({
        ...request,
        body: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
      })
    },

    close: () => thread.close(),
  }
}
