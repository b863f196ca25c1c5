import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import type { FieldProblem } from '@gatehouse/service-kit/errors/field-problem'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { sizeOf } from '@gatehouse/service-kit/limits/body-chunks'
import { fairQueue } from '@gatehouse/service-kit/queues/fair-queue'
import type { FilteredRendering } from '../filters/filter-rendering.ts'
import type { RenderMetrics } from './render-metrics.ts'
import type { RenderRequest } from './render-payload.ts'

export type RenderThread = ReturnType<typeof renderThread>

export type ChunkedRequest = Omit<RenderRequest, 'body'> & { chunks: Uint8Array<ArrayBuffer>[] }

/** Renders a body, or redacts a text. */
export type WorkerRequest = { render: ChunkedRequest } | { redact: string }

/** `failure` is an error that is not a ServiceError. */
export type RenderAnswer =
  | { rendering: FilteredRendering }
  | { redacted: string }
  | { error: { code: ErrorCode; data: Record<string, unknown>; fields: FieldProblem[]; message: string } }
  | { failure: unknown }

export type RenderCaller = {
  webhookId: string
  /** Aborts when the caller no longer waits for the result. */
  signal: AbortSignal
}

export type RenderThreadOptions = Pick<RenderMetrics, 'threadEnds'> & {
  maxHeapMegabytes?: number
  maxRenderMs?: number
}

/** After that many bytes of bodies a thread is replaced: its heap does not become smaller, and one large body fills it. */
const maxBytesOfThread = 16 * 1024 * 1024

type Pending = {
  request: WorkerRequest
  resolve: (answer: RenderAnswer) => void
  reject: (error: unknown) => void
}

// Tests run the sources, production the emitted JavaScript.
const workerUrl = new URL(
  `./render-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
)

/**
 * A worker thread that renders or redacts one body at a time, in turn for each webhook. It starts with the first request, and again after it
 * ended; only the request in progress fails. A body that exceeds the heap limit of the thread fails with PAYLOAD_TOO_LARGE, one that
 * takes longer than five seconds with SERVICE_UNAVAILABLE.
 */
export function renderThread({
  threadEnds,
  maxHeapMegabytes = 128,
  maxRenderMs = 5000,
}: RenderThreadOptions) {
  const queue = fairQueue<Pending>()
  let running: Pending | null = null
  let worker: Worker | null = null
  let isReady = false
  let bytesOfThread = 0
  let timeout: NodeJS.Timeout | undefined

  return {
    /** Transfers the chunks: they are empty afterwards. */
    async render(request: ChunkedRequest, caller: RenderCaller): Promise<FilteredRendering> {
      const answer = await run({ render: request }, caller)
      if ('rendering' in answer) return answer.rendering
      throw errorOf(answer)
    },

    async redact(text: string, caller: RenderCaller): Promise<string> {
      const answer = await run({ redact: text }, caller)
      if ('redacted' in answer) return answer.redacted
      throw errorOf(answer)
    },

    async close(): Promise<void> {
      for (let pending = queue.next(); pending; pending = queue.next()) pending.reject(ended())
      await worker?.terminate()
    },
  }

  async function run(request: WorkerRequest, { webhookId, signal }: RenderCaller): Promise<RenderAnswer> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<RenderAnswer>()
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
  }

  function startNext(): void {
    if (running) return
    running = queue.next() ?? null
    if (!running) return
    const { request } = running
    const chunks = 'render' in request ? request.render.chunks : []
    bytesOfThread += 'render' in request ? sizeOf(chunks) : request.redact.length
    try {
      worker ??= startWorker()
      if (isReady) startTimer(worker)
      worker.postMessage(
        request,
        chunks.map(({ buffer }) => buffer),
      )
    } catch (error) {
      finish(({ reject }) => reject(error))
    }
  }

  function finish(settleRunning: (pending: Pending) => void): void {
    const finished = running
    running = null
    clearTimeout(timeout)
    if (finished) settleRunning(finished)
    if (bytesOfThread >= maxBytesOfThread) {
      threadEnds.inc({ cause: 'bytes' })
      dropWorker()
    }
    startNext()
  }

  /** A thread that starts on a busy machine is not ended. */
  function startTimer(of: Worker): void {
    timeout = setTimeout(endThread, maxRenderMs, of, 'time', unavailable('rendering took too long'))
  }

  function dropWorker(): void {
    void worker?.terminate()
    worker = null
    isReady = false
    bytesOfThread = 0
  }

  function startWorker(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes }
    const started = new Worker(workerUrl, { resourceLimits })
    // A thread without work must not keep the process alive.
    started.unref()
    started.on('message', (response: RenderAnswer | 'ready') => {
      if (worker !== started) return
      if (response === 'ready') {
        isReady = true
        startTimer(started)
      } else finish(({ resolve }) => resolve(response))
    })
    started.on('error', (error) => {
      if (exceedsHeap(error))
        endThread(started, 'memory', new ServiceError('PAYLOAD_TOO_LARGE', { cause: error }))
      else endThread(started, 'error', error)
    })
    started.on('exit', () => endThread(started, 'error', ended()))
    return started
  }

  function endThread(endedWorker: Worker, cause: 'memory' | 'time' | 'error', error: unknown): void {
    if (worker !== endedWorker) return
    threadEnds.inc({ cause })
    dropWorker()
    finish(({ reject }) => reject(error))
  }
}

function errorOf(answer: RenderAnswer): unknown {
  if ('error' in answer) return new ServiceError(answer.error.code, answer.error)
  return 'failure' in answer ? answer.failure : new Error('the render thread did another job')
}

function ended(): Error {
  return new Error('the render thread has ended')
}

function exceedsHeap(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
