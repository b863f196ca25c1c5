import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { FieldProblem } from '@gatehouse/service-kit/errors/field-problem'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fairQueue } from '@gatehouse/service-kit/queues/fair-queue'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { RenderMetrics } from './render-metrics.ts'
import type { RenderRequest } from './render-payload.ts'

export type RenderThread = ReturnType<typeof renderThread>

export type WorkerRequest = Omit<RenderRequest, 'body'> & { chunks: Uint8Array<ArrayBuffer>[] }

/** `failure` is an error that is not a ServiceError. */
export type RenderAnswer =
  | { rendering: FilteredRendering }
  | { error: { code: ErrorCode; data: Record<string, unknown>; fields: FieldProblem[]; message: string } }
  | { failure: unknown }

export type RenderCaller = {
  webhookId: string
  /** Aborts when the caller no longer waits for the result. */
  signal: AbortSignal
}

export type RenderThreadOptions = Pick<RenderMetrics, 'threadEnds'> & { maxHeapMegabytes?: number }

type PendingRender = {
  request: WorkerRequest
  resolve: (rendering: FilteredRendering) => void
  reject: (error: unknown) => void
}

// Tests run the sources, production the emitted JavaScript.
const workerUrl = new URL(
  `./render-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
)

/**
 * A worker thread that renders one body at a time, in turn for each webhook. It starts with the first request, and again after it
 * ended; only the request in progress fails. A body that exceeds the heap limit of the thread fails with PAYLOAD_TOO_LARGE.
 */
export function renderThread({ threadEnds, maxHeapMegabytes = 128 }: RenderThreadOptions) {
  const queue = fairQueue<PendingRender>()
  let running: PendingRender | null = null
  let worker: Worker | null = null

  return {
    /** Transfers the chunks: they are empty afterwards. */
    async render(request: WorkerRequest, { webhookId, signal }: RenderCaller): Promise<FilteredRendering> {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<FilteredRendering>()
      const pending = { request, resolve, reject }
      const removeFromQueue = () => {
        if (queue.remove([webhookId], pending)) reject(signal.reason)
      }
      signal.addEventListener('abort', removeFromQueue)
      queue.add([webhookId], pending)
      startNext()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', removeFromQueue)
      }
    },

    async close(): Promise<void> {
      for (let pending = queue.next(); pending; pending = queue.next()) pending.reject(ended())
      await worker?.terminate()
    },
  }

  function startNext(): void {
    if (running) return
    running = queue.next() ?? null
    if (!running) return
    const { request } = running
    try {
      worker ??= startWorker()
      worker.postMessage(
        request,
        request.chunks.map(({ buffer }) => buffer),
      )
    } catch (error) {
      finish(({ reject }) => reject(error))
    }
  }

  function finish(settleRunning: (pending: PendingRender) => void): void {
    const finished = running
    running = null
    if (finished) settleRunning(finished)
    startNext()
  }

  function startWorker(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes }
    const started = new Worker(workerUrl, { resourceLimits })
    // A thread without work must not keep the process alive.
    started.unref()
    started.on('message', (response: RenderAnswer) => finish((pending) => settle(pending, response)))
    started.on('error', (error) => onWorkerEnd(started, error))
    started.on('exit', () => onWorkerEnd(started, ended()))
    return started
  }

  function onWorkerEnd(endedWorker: Worker, error: unknown): void {
    if (worker !== endedWorker) return
    worker = null
    const isTooLarge = exceedsHeap(error)
    threadEnds.inc({ cause: isTooLarge ? 'memory' : 'error' })
    finish(({ reject }) =>
      reject(isTooLarge ? new ServiceError('PAYLOAD_TOO_LARGE', { cause: error }) : error),
    )
  }
}

function settle({ resolve, reject }: PendingRender, response: RenderAnswer): void {
  if ('rendering' in response) resolve(response.rendering)
  else if ('error' in response) reject(new ServiceError(response.error.code, response.error))
  else reject(response.failure)
}

function ended(): Error {
  return new Error('the render thread has ended')
}

function exceedsHeap(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
