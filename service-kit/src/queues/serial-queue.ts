import { unavailable } from '../errors/service-error.ts'

type Line = { last: Promise<unknown>; size: number }

/** Runs the tasks of each key in order. Throws SERVICE_UNAVAILABLE if too many are queued. */
export function serialQueue({ maxSize }: { maxSize: number }) {
  const lines = new Map<string, Line>()

  return async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { last: Promise.resolve(), size: 0 }
    if (line.size >= maxSize) throw unavailable()
    lines.set(key, line)
    line.size += 1
    const result = line.last.then(task)
    line.last = result.catch(() => {})
    try {
      return await result
    } finally {
      line.size -= 1
      if (line.size === 0) lines.delete(key)
    }
  }
}
