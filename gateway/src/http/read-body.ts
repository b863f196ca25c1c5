import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceError, unavailable } from '@gatehouse/service-kit/errors/service-error'
import { toServiceError } from '@gatehouse/service-kit/errors/to-service-error'
import { releaseBytes, releaseChunk } from '@gatehouse/service-kit/limits/body-chunks'
import type { ByteReservation } from '@gatehouse/service-kit/limits/byte-shares'
import { pieceJoiner, piecesOf } from './body-pieces.ts'

export type BodyBounds = {
  /** In bytes; a larger body is PAYLOAD_TOO_LARGE. */
  limit: number
  /** For the whole body; later is REQUEST_TIMEOUT. */
  timeoutMs: number
  /** Called before more than so many bytes are read, if it is known, before the first. Its error ends the reading. */
  allow?: { afterBytes: number; check(): Promise<unknown> } | undefined
  /** Reserves memory until the response. The body that is evicted is SERVICE_UNAVAILABLE. */
  reserve?: (onEvict: () => void) => ByteReservation
}

const reservationStep = 1024

type BodyListener = { data(piece: Buffer): void; end(): void; fail(error: ServiceError): void }

/**
 * Listens to a body within bounds. Throws PAYLOAD_TOO_LARGE immediately if Content-Length is too large. `release` is for bytes that are
 * no longer in memory.
 */
function listenToBody(
  req: IncomingMessage,
  res: ServerResponse,
  { limit, timeoutMs, allow, reserve }: BodyBounds,
  listener: BodyListener,
): { stop(): void; release(bytes: number): void } {
  const tooLarge = () => new ServiceError('PAYLOAD_TOO_LARGE', { data: { limit } })
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > limit) throw tooLarge()
  const received = piecesOf(req)
  let isStopped = false
  let isAllowed = allow === undefined

  const stop = () => {
    isStopped = true
    clearTimeout(timer)
    // Otherwise the stream flows on without a listener, and its end is missed by whoever reads the rest.
    req.pause().off('data', data).off('end', end).off('close', abort).off('error', abort)
  }
  const fail = (error: ServiceError) => {
    stop()
    reservation?.[Symbol.dispose]()
    listener.fail(error)
  }
  let reserved = 0
  const reserveArrived = () => {
    if (received.bytes() <= reserved) return
    // In steps, since a piece can have one byte.
    const more = Math.max(received.bytes() - reserved, reservationStep)
    reservation?.add(more)
    reserved += more
  }
  const data = (piece: Buffer) => {
    received.add(piece)
    const error = received.problem() ?? (received.bytes() > limit ? tooLarge() : null)
    if (error) return fail(error)
    try {
      reserveArrived()
    } catch (evicted) {
      return fail(toServiceError(evicted))
    }
    listener.data(piece)
    if (!isAllowed && allow && received.bytes() > allow.afterBytes) {
      req.pause()
      ask(allow.check(), () => req.resume())
    }
  }
  const ask = (check: Promise<unknown>, proceed: () => void) => {
    isAllowed = true
    check.then(
      () => !isStopped && proceed(),
      (error) => !isStopped && fail(error),
    )
  }
  const end = () => {
    stop()
    reservation?.keep()
    listener.end()
  }
  const abort = () => fail(new ServiceError('REQUEST_TIMEOUT'))
  const timer = setTimeout(abort, timeoutMs)

  const read = () => {
    if (req.headers.expect !== undefined) res.writeContinue()
    req.on('data', data).on('end', end)
  }
  req.on('close', abort).on('error', abort)
  const reservation = reserve?.(() => fail(unavailable('too many bytes arrive')))
  if (reservation) res.once('close', () => reservation[Symbol.dispose]())
  // Its events are over: nothing would end the wait but the timeout.
  if (req.destroyed) abort()
  else if (allow && announced > allow.afterBytes) ask(allow.check(), read)
  else read()
  return { stop, release: (bytes) => reservation?.add(-bytes) }
}

export function readBytes(req: IncomingMessage, res: ServerResponse, bounds: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const joiner = pieceJoiner()
    listenToBody(req, res, bounds, {
      data: joiner.add,
      end() {
        const blocks = joiner.takeAll()
        resolve(Buffer.concat(blocks))
        releaseBytes(blocks)
      },
      fail(error) {
        joiner.discard()
        reject(error)
      },
    })
  })
}

/** Discards a body, so that its connection can be reused. Fails with PAYLOAD_TOO_LARGE or REQUEST_TIMEOUT. */
export function discardBody(req: IncomingMessage, res: ServerResponse, bounds: BodyBounds): Promise<void> {
  return new Promise((resolve, reject) => {
    listenToBody(req, res, bounds, { data: releaseChunk, end: resolve, fail: reject })
  })
}

export function hasBody(req: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
  return encoding !== undefined || (length !== undefined && length !== '0')
}

/**
 * A body as an async generator with back-pressure. Small pieces that arrive together are joined. `stop` ends it early and leaves
 * the rest unread.
 */
export function streamBytes(
  req: IncomingMessage,
  res: ServerResponse,
  bounds: BodyBounds,
): { chunks: AsyncGenerator<Buffer>; stop(): void } {
  const joiner = pieceJoiner()
  let arrived = 0
  let ended = false
  let failure: ServiceError | null = null
  let wake = () => {}
  const { stop: stopListening, release } = listenToBody(req, res, bounds, {
    data(piece) {
      joiner.add(piece)
      arrived += 1
      if (joiner.hasFull()) req.pause()
      wake()
    },
    end() {
      ended = true
      wake()
    },
    fail(error) {
      joiner.discard()
      failure = error
      wake()
    },
  })

  const untilMore = () => {
    req.resume()
    return new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  const hasMoreInThisTurn = async () => {
    const before = arrived
    await nextTurn()
    return arrived > before
  }

  async function* chunks() {
    while (true) {
      const block = joiner.takeFull()
      if (block) yield* passedOn([block])
      else if (failure) throw failure
      else if (ended) return yield* passedOn(joiner.takeAll())
      else if (joiner.isEmpty()) await untilMore()
      else if (!(await hasMoreInThisTurn())) yield* passedOn(joiner.takeAll())
    }
  }
  function* passedOn(blocks: Buffer[]) {
    for (const block of blocks) {
      yield block
      release(block.length)
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
