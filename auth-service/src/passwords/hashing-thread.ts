import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HashingMessage, HashJob } from './hashing-worker.ts'
import type { Argon2Parameters } from './stored-hash.ts'

const workerFile = new URL(`./hashing-worker${extname(import.meta.url)}`, import.meta.url)
const restartDelayMs = 1000

type Options = {
  parameters: Argon2Parameters
  onIdle: () => void
  onExit: (error: Error) => void
  worker?: URL | undefined
}

type Running = { resolve: (value: string | boolean) => void; reject: (error: Error) => void }

/** Restarts when the thread exits, after a delay if it never became ready. */
export function openHashingThread({ parameters, onIdle, onExit, worker: file = workerFile }: Options) {
  let worker: Worker
  let loaded: Promise<unknown>
  let ready = false
  let closed = false
  let running: Running | undefined
  let restart: NodeJS.Timeout | undefined

  const takeRunning = () => {
    const taken = running
    running = undefined
    return taken
  }

  const receive = (message: HashingMessage) => {
    if ('ready' in message) ready = true
    else if ('value' in message) takeRunning()?.resolve(message.value)
    else takeRunning()?.reject(new Error(message.failure))
    onIdle()
  }

  const start = () => {
    let cause = new Error('The hashing thread exited.')
    worker = new Worker(file, { name: 'hashing', workerData: parameters })
    loaded = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve))
    worker.on('message', receive)
    worker.on('error', (error: Error) => {
      cause = error
    })
    worker.on('exit', () => {
      takeRunning()?.reject(cause)
      if (closed) return
      onExit(cause)
      restart = setTimeout(start, ready ? 0 : restartDelayMs)
      ready = false
    })
  }
  start()

  return {
    isReady: () => ready,
    isIdle: () => ready && running === undefined,
    isBusy: () => running !== undefined,
    run: (job: HashJob) =>
      new Promise<string | boolean>((resolve, reject) => {
        running = { resolve, reject }
        worker.postMessage(job)
      }),
    async close() {
      closed = true
      clearTimeout(restart)
      // Termination while a thread loads bcrypt aborts the process.
      await loaded
      await worker.terminate()
    },
  }
}

export type HashingThread = ReturnType<typeof openHashingThread>
