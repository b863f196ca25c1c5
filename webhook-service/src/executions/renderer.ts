import type { FilteredTranslation } from '../filters/filter-translation.ts'
import type { RenderJob } from './render-payload.ts'
import { renderPayload } from './render-payload.ts'
import { renderThread } from './render-thread.ts'

/** From here on a body is read and rendered in a thread, so that the event loop never waits for it (contract.md 9, Large bodies). */
export const largeBody = 256 * 1024

export type Renderer = ReturnType<typeof renderer>

/** Renders bodies where they hold nobody up. */
export function renderer() {
  const thread = renderThread()

  return {
    async render(
      job: Omit<RenderJob, 'body'>,
      chunks: Uint8Array<ArrayBuffer>[],
      size: number,
    ): Promise<FilteredTranslation> {
      if (size > largeBody) return thread.render(job, chunks)
      return renderPayload({
        ...job,
        body: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
      })
    },

    close: () => thread.close(),
  }
}
