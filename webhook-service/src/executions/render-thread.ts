import { Worker } from 'node:worker_threads'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import type { FilteredTranslation } from '../filters/filter-translation.ts'
import type { RenderAnswer, RenderOrder } from './render-order.ts'

type Waiting = { resolve: (translation: FilteredTranslation) => void; reject: (error: unknown) => void }

// Node runs this file as it is in tests and as emitted JavaScript in production; the worker lies beside it either way.
const workerUrl = new URL(
  `./render-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
)

export type RenderThread = ReturnType<typeof renderThread>

/** A worker thread that renders, started with its first job and again after it failed. */
export function renderThread() {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0

  return {
    /** Takes the chunks over: they are empty afterwards. */
    render(
      job: Omit<RenderOrder, 'id' | 'chunks'>,
      chunks: Uint8Array<ArrayBuffer>[],
    ): Promise<FilteredTranslation> {
      const id = ++lastId
      worker ??= startWorker()
      const started = worker
      return new Promise((resolve, reject) => {
        const order: RenderOrder = { ...job, id, chunks }
        started.postMessage(
          order,
          chunks.map(({ buffer }) => buffer),
        )
        // Only what has left is waited for; no answer comes before this turn ends.
        waiting.set(id, { resolve, reject })
      })
    },

    async close(): Promise<void> {
      await worker?.terminate()
    },
  }

  function startWorker(): Worker {
    const started = new Worker(workerUrl)
    // A thread without work must not keep the process alive.
    started.unref()
    started.on('message', settle)
    started.on('error', (error) => abandon(started, error))
    started.on('exit', () => abandon(started, new Error('the render thread has ended')))
    return started
  }

  function settle(answer: RenderAnswer): void {
    const { resolve, reject } = waiting.get(answer.id) ?? {}
    waiting.delete(answer.id)
    if ('translation' in answer) resolve?.(answer.translation)
    else if ('refusal' in answer) reject?.(new ServiceError(answer.refusal.code, answer.refusal))
    else reject?.(answer.failure)
  }

  function abandon(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
}
