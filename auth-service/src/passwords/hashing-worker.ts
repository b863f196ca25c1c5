import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { doHashJob, type HashJob } from './hash-job.ts'

/** What a hashing thread says: first that it is ready, then one answer a job. */
export type HashingAnswer = { ready: true } | { value: string | boolean } | { failure: string }

const nice = 10

// Linux gives every thread its own nice value and takes 0 for the calling one; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(), nice))

parentPort?.on('message', (job: HashJob) => answer(attempt(job)))
answer({ ready: true })

function attempt(job: HashJob): HashingAnswer {
  try {
    return { value: doHashJob(job) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

function answer(message: HashingAnswer): void {
  parentPort?.postMessage(message)
}
