import type { Readable } from 'node:stream'
import { releaseChunk } from '@gatehouse/service-kit/limits/body-chunks'
import type { GatewayContext } from '../context.ts'
import { countClosed } from './connection-metrics.ts'

export type LingerContext = Pick<GatewayContext, 'lingering' | 'maxLingering' | 'lingerMs'>

const maxBytes = 4 * 1024 * 1024

/**
 * Discards what arrives after a response for a short time, then closes. If the connection closed immediately, TCP would reset it and
 * the client would lose the response.
 */
export function linger(source: Readable, gateway: LingerContext, close: () => void): void {
  if (gateway.lingering >= gateway.maxLingering) {
    countClosed('lingering')
    close()
    return
  }
  gateway.lingering++
  let bytes = 0
  const leave = () => {
    gateway.lingering--
    clearTimeout(timer)
    source.off('data', drop).off('end', leave).off('close', leave)
    close()
  }
  const drop = (piece: Buffer) => {
    bytes += piece.length
    if (bytes > maxBytes) leave()
    // After the other listeners, which count it.
    queueMicrotask(() => releaseChunk(piece))
  }
  const timer = setTimeout(leave, gateway.lingerMs)
  source.on('data', drop).on('end', leave).on('close', leave).resume()
}
