import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { doHashJob, type HashJob } from './hash-job.ts'

/** What a hashing thread says: first that it is ready, then one answer a job. */
export type HashingAnswer = { ready: true } | { value: string | boolean } | { failure: string }

lowerThreadPriority()
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
