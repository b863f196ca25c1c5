type Source<T> = {
  on(event: 'data', listener: (message: T) => void): unknown
  on(event: 'end' | 'close' | 'cancelled', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

const maxWaiting = 1024

/**
 * The messages of a long-lived stream. Unlike iterating the stream itself it ends quietly when the caller goes away, and
 * when `letGo` aborts: then a server can answer what it has and let go of streams that would never end.
 */
export async function* incoming<T>(source: Source<T>, stop: AbortSignal): AsyncGenerator<T> {
  const waiting: T[] = []
  let ended = stop.aborted
  let wake = () => {}
  const end = () => {
    ended = true
    wake()
  }

  source.on('data', (message) => {
    waiting.push(message)
    if (waiting.length >= maxWaiting) source.pause()
    wake()
  })
  source.on('end', end)
  source.on('close', end)
  source.on('cancelled', end)
  stop.addEventListener('abort', end)
  try {
    while (true) {
      while (waiting.length > 0) yield* take(waiting, source)
      if (ended) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    stop.removeEventListener('abort', end)
  }
}

function take<T>(waiting: T[], source: Source<T>): T[] {
  const taken = waiting.splice(0)
  source.resume()
  return taken
}
