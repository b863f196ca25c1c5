import { parentPort } from 'node:worker_threads'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { renderPayload } from './render-payload.ts'
import type { RenderAnswer, WorkerRequest } from './render-thread.ts'

// Large bodies can wait; the event loop of the process serves all other requests.
lowerThreadPriority()

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(response(request))
})

function response({ chunks, ...request }: WorkerRequest): RenderAnswer {
  try {
    return { rendering: renderPayload({ ...request, body: Buffer.concat(chunks.splice(0)) }) }
  } catch (error) {
    if (!(error instanceof ServiceError)) return { failure: error }
    const { code, data, fields, message } = error
    return { error: { code, data, fields, message } }
  }
}
