import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { releaseBytes } from '@gatehouse/service-kit/limits/body-chunks'

const blockBytes = 16 * 1024
const maxPieces = 8192
const minMeanBytes = 32

/** Joins the pieces in which a body arrives: a Buffer of one byte takes about 200 bytes of memory. */
export function pieceJoiner() {
  const blocks: Buffer[] = []
  let block: Buffer = Buffer.alloc(0)
  let used = 0

  const endBlock = () => {
    if (used > 0) blocks.push(block.subarray(0, used))
    used = 0
  }
  const append = (piece: Buffer) => {
    const size = used + piece.length
    if (size > block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(blockBytes, 2 * size))
      block.copy(larger, 0, 0, used)
      block = larger
    }
    used += piece.copy(block, used)
  }

  return {
    add(piece: Buffer): void {
      if (used + piece.length > blockBytes) endBlock()
      if (used > 0) append(piece)
      else {
        block = piece
        used = piece.length
      }
      if (used >= blockBytes / 2) endBlock()
    },
    isEmpty: () => blocks.length === 0 && used === 0,
    hasFull: () => blocks.length > 0,
    /** The oldest block to which nothing is added. */
    takeFull: (): Buffer | undefined => blocks.shift(),
    takeAll(): Buffer[] {
      endBlock()
      return blocks.splice(0)
    },
    /** Frees the memory of a body that nobody reads. */
    discard(): void {
      endBlock()
      releaseBytes(blocks)
      block = Buffer.alloc(0)
    },
  }
}

const counters = new WeakMap<IncomingMessage, ReturnType<typeof pieceCounter>>()

/**
 * Counts the pieces of a body, whoever reads it. Each one takes time, whatever its length, so many small ones are MALFORMED_REQUEST:
 * more than 8,192 with fewer than 32 bytes on average. The rest of such a body is not parsed.
 */
export function piecesOf(req: IncomingMessage) {
  const counter = counters.get(req) ?? pieceCounter(req.socket)
  counters.set(req, counter)
  return counter
}

function pieceCounter(socket: Socket) {
  let pieces = 0
  let bytes = 0
  let problem: ServiceError | null = null
  return {
    bytes: () => bytes,
    problem: () => problem,
    add(piece: Buffer): void {
      pieces += 1
      bytes += piece.length
      if (problem || pieces <= maxPieces || bytes >= pieces * minMeanBytes) return
      const mean = Math.round(bytes / pieces)
      const message = `The body arrived in ${pieces} pieces of ${mean} bytes on average. Send larger chunks.`
      problem = new ServiceError('MALFORMED_REQUEST', { message })
      stopParsing(socket)
    },
  }
}

/** Pausing a request or its connection does not stop Node's parser. A listener for the bytes replaces it. */
export function stopParsing(socket: Socket): void {
  socket.on('data', () => {})
  socket.removeAllListeners('data')
  socket.on('data', () => {})
  socket.resume()
}
