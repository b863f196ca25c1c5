import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HashJob } from './hash-job.ts'
import type { HashingAnswer } from './hashing-worker.ts'

/** The worker beside this file: `.ts` where Node strips types, `.js` once emitted. */
const workerFile = new URL(`./hashing-worker${extname(import.meta.url)}`, import.meta.url)
const restartDelayMs = 1000

type Running = { resolve: (value: string | boolean) => void; reject: (error: Error) => void }

/**
 * One niced thread that hashes one thing at a time. A thread that dies fails its job and is replaced, after a pause when it
 * never got ready. `onFree` is called whenever it can take a job.
 */
export function openHashingSlot(options: {
  onFree: () => void
  onDeath: (error: Error) => void
  worker?: URL
}) {
  let worker: Worker
  let ready = false
  let closed = false
  let running: Running | undefined
  let restart: NodeJS.Timeout | undefined

  const settle = () => {
    const settled = running
    running = undefined
    return settled
  }

  const hear = (answer: HashingAnswer) => {
    if ('ready' in answer) ready = true
    else if ('value' in answer) settle()?.resolve(answer.value)
    else settle()?.reject(new Error(answer.failure))
    options.onFree()
  }

  const start = () => {
    let death = new Error('The hashing thread ended.')
    worker = new Worker(options.worker ?? workerFile, { name: 'hashing' })
    worker.on('message', hear)
    worker.on('error', (error: Error) => {
      death = error
    })
    worker.on('exit', () => {
      settle()?.reject(death)
      if (closed) return
      options.onDeath(death)
      restart = setTimeout(start, ready ? 0 : restartDelayMs)
      ready = false
    })
  }
  start()

  return {
    isReady: () => ready,
    isFree: () => ready && running === undefined,
    isBusy: () => running !== undefined,
    run: (job: HashJob) =>
      new Promise<string | boolean>((resolve, reject) => {
        running = { resolve, reject }
        worker.postMessage(job)
      }),
    async close() {
      closed = true
      clearTimeout(restart)
      await worker.terminate()
    },
  }
}

export type HashingSlot = ReturnType<typeof openHashingSlot>
