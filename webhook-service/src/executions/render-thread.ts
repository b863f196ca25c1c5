import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { type FieldProblem, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { fairQueue } from '@gatehouse/service-kit/queues/fair-queue'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { RenderMetrics } from './render-metrics.ts'
import type { RenderJob } from './render-payload.ts'

export type RenderThread = ReturnType<typeof renderThread>

export type RenderOrder = Omit<RenderJob, 'body'> & { chunks: Uint8Array<ArrayBuffer>[] }

/** `failure` is an error that is not a ServiceError. */
export type RenderAnswer =
  | { rendering: FilteredRendering }
  | { error: { code: ErrorCode; data: Record<string, unknown>; fields: FieldProblem[]; message: string } }
  | { failure: unknown }

/** The execution that a body is rendered for. */
export type RenderCaller = {
  webhookId: string
  /** Aborts when the caller no longer waits for the result. */
  signal: AbortSignal
}

export type RenderThreadOptions = Pick<RenderMetrics, 'threadEnds'> & { maxHeapMegabytes?: number }

type Job = {
  order: RenderOrder
  resolve: (rendering: FilteredRendering) => void
  reject: (error: unknown) => void
}

// Tests run the sources, production the emitted JavaScript.
const workerUrl = new URL(
  `./render-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
)

/**
 * A worker thread that renders one body at a time, in turn for each webhook. It starts with the first job, and again after it
 * ended; only the job in progress fails. A body that exceeds the heap limit of the thread fails with PAYLOAD_TOO_LARGE.
 */
export function renderThread({ threadEnds, maxHeapMegabytes = 128 }: RenderThreadOptions) {
  const queue = fairQueue<Job>()
  let running: Job | null = null
  let worker: Worker | null = null

  return {
    /** Transfers the chunks: they are empty afterwards. */
    async render(order: RenderOrder, { webhookId, signal }: RenderCaller): Promise<FilteredRendering> {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<FilteredRendering>()
      const job = { order, resolve, reject }
      const leave = () => {
        if (queue.remove(webhookId, job)) reject(signal.reason)
      }
      signal.addEventListener('abort', leave)
      queue.add(webhookId, job)
      startNext()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },

    async close(): Promise<void> {
      for (let job = queue.next(); job; job = queue.next()) job.reject(ended())
      await worker?.terminate()
    },
  }

  function startNext(): void {
    if (running) return
    running = queue.next() ?? null
    if (!running) return
    const { order } = running
    try {
      worker ??= startWorker()
      worker.postMessage(
        order,
        order.chunks.map(({ buffer }) => buffer),
      )
    } catch (error) {
      finish((job) => job.reject(error))
    }
  }

  function finish(settle: (job: Job) => void): void {
    const job = running
    running = null
    if (job) settle(job)
    startNext()
  }

  function startWorker(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes }
    const started = new Worker(workerUrl, { resourceLimits })
    // A thread without work must not keep the process alive.
    started.unref()
    started.on('message', (answer: RenderAnswer) => finish((job) => settle(job, answer)))
    started.on('error', (error) => abandon(started, error))
    started.on('exit', () => abandon(started, ended()))
    return started
  }

  function abandon(endedWorker: Worker, error: unknown): void {
    if (worker !== endedWorker) return
    worker = null
    const isTooLarge = exceedsHeap(error)
    threadEnds.inc({ cause: isTooLarge ? 'memory' : 'error' })
    finish((job) => job.reject(isTooLarge ? new ServiceError('PAYLOAD_TOO_LARGE', { cause: error }) : error))
  }
}

function settle({ resolve, reject }: Job, answer: RenderAnswer): void {
  if ('rendering' in answer) resolve(answer.rendering)
  else if ('error' in answer) reject(new ServiceError(answer.error.code, answer.error))
  else reject(answer.failure)
}

function ended(): Error {
  return new Error('the render thread has ended')
}

function exceedsHeap(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
