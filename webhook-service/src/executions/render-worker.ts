import { parentPort } from 'node:worker_threads'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { releaseBytes, sizeOf } from '@gatehouse/service-kit/limits/body-chunks'
import { lowerThreadPriority } from '@gatehouse/service-kit/process/lower-thread-priority'
import { redactBody } from '../deliveries/redact-body.ts'
import { renderPayload } from './render-payload.ts'
import type { ChunkedRequest, RenderAnswer, WorkerRequest } from './render-thread.ts'

// Large bodies can wait; the event loop of the process serves all other requests.
lowerThreadPriority()

parentPort?.postMessage('ready')
parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(response(request))
})

function response(request: WorkerRequest): RenderAnswer {
  return 'render' in request ? rendered(request.render) : { redacted: redactBody(request.redact) }
}

function rendered({ chunks, ...request }: ChunkedRequest): RenderAnswer {
  const body = joined(chunks)
  try {
    return { rendering: renderPayload({ ...request, body }) }
  } catch (error) {
    if (!(error instanceof ServiceError)) return { failure: error }
    const { code, data, fields, message } = error
    return { error: { code, data, fields, message } }
  } finally {
    releaseBytes([body])
  }
}

function joined(chunks: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(sizeOf(chunks))
  let end = 0
  for (const chunk of chunks) {
    body.set(chunk, end)
    end += chunk.length
  }
  releaseBytes(chunks)
  return body
}
