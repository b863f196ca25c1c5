import { unavailable } from '../errors/service-error.ts'
import type { Call } from './call.ts'
import { refuse } from './failure-status.ts'

type Sink<T> = {
  cancelled: boolean
  writable: boolean
  writableLength: number
  write(message: T): unknown
  end(): unknown
  emit(event: 'error', error: Error): unknown
}

type Outflow<T> = {
  /** Aborts when the caller is cut off. */
  slowReader: AbortSignal
  /** Sends one message; dropped when the caller is gone. */
  send(message: T): void
  /** Ends the stream when its function is done. */
  endAfter(done: Promise<void>): void
}

/**
 * The messages of a long-lived stream to its caller, of which at most so many wait to be read: a caller that reads too slowly
 * is cut off with SERVICE_UNAVAILABLE, since they would pile up here.
 */
export function outgoing<T>(sink: Sink<T>, call: Call, { maxUnread }: { maxUnread: number }): Outflow<T> {
  const slowReader = new AbortController()

  function assertRead(): void {
    if (slowReader.signal.aborted) throw unavailable()
  }

  return {
    slowReader: slowReader.signal,
    send(message) {
      if (sink.cancelled || !sink.writable || slowReader.signal.aborted) return
      if (sink.writableLength < maxUnread) sink.write(message)
      else slowReader.abort()
    },
    endAfter(done) {
      done.then(assertRead).then(
        () => sink.end(),
        // grpc-js sends the status of an emitted error and ends the call.
        (error: unknown) =>
          sink.emit('error', Object.assign(new Error(), refuse(error, call, sink.cancelled))),
      )
    },
  }
}
