import { type ServiceError, unavailable } from '../errors/service-error.ts'

type Line = { last: Promise<unknown>; size: number }

type Options = {
  /** With the task that runs. */
  maxSize: number
  /** The error of a further task. Default: SERVICE_UNAVAILABLE. */
  fullError?: () => ServiceError
}

/** Runs the tasks of each key in order. */
export function serialQueue({ maxSize, fullError = () => unavailable('the queue is full') }: Options) {
  const lines = new Map<string, Line>()

  return async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { last: Promise.resolve(), size: 0 }
    if (line.size >= maxSize) throw fullError()
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
