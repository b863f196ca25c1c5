import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { FieldProblem } from '@gatehouse/service-kit/errors/service-error'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { RenderJob } from './render-payload.ts'

/** A job as it crosses to the worker thread, its body in the pieces it came in. */
export type RenderOrder = Omit<RenderJob, 'body'> & { chunks: Uint8Array<ArrayBuffer>[] }

/** What comes back: the translation, a refusal by its code, or a failure that is our mistake. */
export type RenderAnswer =
  | { rendering: FilteredRendering }
  | { refusal: { code: ErrorCode; data: Record<string, unknown>; fields: FieldProblem[]; message: string } }
  | { failure: unknown }
