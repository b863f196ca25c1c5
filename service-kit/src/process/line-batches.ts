import type { DestinationStream } from 'pino'

const warn = 40

/**
 * Writes the log records of one turn of the event loop together: a write for each cost the gateway 5 % of a session check. Records from
 * `warn` on are written at once, with those before them, because the process may end by a crash. `flushSync`, which pino calls for
 * `fatal`, also has to be called when the process exits.
 */
export function lineBatches(destination: DestinationStream) {
  let lines = ''
  let isScheduled = false

  function flushSync(): void {
    const text = lines
    lines = ''
    if (text !== '') destination.write(text)
  }

  function flushScheduled(): void {
    isScheduled = false
    flushSync()
  }

  return {
    // pino sets `lastLevel` before each write to a destination with this symbol.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      lines += line
      if (this.lastLevel >= warn) flushSync()
      else if (!isScheduled) {
        isScheduled = true
        setImmediate(flushScheduled)
      }
    },
    flushSync,
  }
}
