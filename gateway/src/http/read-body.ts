import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'

export type BodyBounds = {
  /** In bytes; a larger body is PAYLOAD_TOO_LARGE. */
  limit: number
  /** For the whole body; later is REQUEST_TIMEOUT. */
  timeoutMs: number
}

type BodyListener = { data(chunk: Buffer): void; end(): void; fail(error: ServiceError): void }

/**
 * Listens to a body within bounds. Throws PAYLOAD_TOO_LARGE immediately if Content-Length is too large.
 * Returns a function that stops listening.
 */
function listenToBody(
  req: IncomingMessage,
  res: ServerResponse,
  { limit, timeoutMs }: BodyBounds,
  listener: BodyListener,
): () => void {
  const tooLarge = () => new ServiceError('PAYLOAD_TOO_LARGE', { data: { limit } })
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  let received = 0

  const stop = () => {
    clearTimeout(timer)
    req.off('data', data).off('end', end).off('close', abort).off('error', abort)
  }
  const fail = (error: ServiceError) => {
    stop()
    listener.fail(error)
  }
  const data = (chunk: Buffer) => {
    received += chunk.length
    if (received > limit) fail(tooLarge())
    else listener.data(chunk)
  }
  const end = () => {
    stop()
    listener.end()
  }
  const abort = () => fail(new ServiceError('REQUEST_TIMEOUT'))
  const timer = setTimeout(abort, timeoutMs)

  if (req.headers.expect !== undefined) res.writeContinue()
  req.on('data', data).on('end', end).on('close', abort).on('error', abort)
  return stop
}

export function readBytes(req: IncomingMessage, res: ServerResponse, bounds: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    listenToBody(req, res, bounds, {
      data: (chunk) => void chunks.push(chunk),
      end: () => resolve(Buffer.concat(chunks)),
      fail: reject,
    })
  })
}

/** Discards a body, so that its connection can be reused. Fails with PAYLOAD_TOO_LARGE or REQUEST_TIMEOUT. */
export function discardBody(req: IncomingMessage, res: ServerResponse, bounds: BodyBounds): Promise<void> {
  return new Promise((resolve, reject) => {
    listenToBody(req, res, bounds, { data: () => {}, end: resolve, fail: reject })
  })
}

export function hasBody(req: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/** A body as an async generator with back-pressure. `stop` ends it early and leaves the rest unread. */
export function streamBytes(
  req: IncomingMessage,
  res: ServerResponse,
  bounds: BodyBounds,
): { chunks: AsyncGenerator<Buffer>; stop(): void } {
  const queue: Buffer[] = []
  let ended = false
  let failure: ServiceError | null = null
  let wake = () => {}
  const stopListening = listenToBody(req, res, bounds, {
    data(chunk) {
      queue.push(chunk)
      req.pause()
      wake()
    },
    end() {
      ended = true
      wake()
    },
    fail(error) {
      failure = error
      wake()
    },
  })

  async function* chunks() {
    while (true) {
      const chunk = queue.shift()
      if (chunk) {
        yield chunk
        continue
      }
      if (failure) throw failure
      if (ended) return
      req.resume()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    chunks: chunks(),
    stop() {
      stopListening()
      ended = true
      wake()
    },
  }
}
