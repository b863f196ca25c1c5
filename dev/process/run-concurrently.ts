type Task<T> = (signal: AbortSignal) => Promise<T>

/** Runs tasks side by side. When one fails, aborts the others, waits for them, and rejects with the first failure. */
export async function runConcurrently<T extends unknown[]>(
  tasks: [...{ [K in keyof T]: Task<T[K]> }],
  signal: AbortSignal,
): Promise<T> {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const running = tasks.map(async (task) => {
    try {
      return await task(either)
    } catch (error) {
      failure.abort(error)
      throw error
    }
  })
  await Promise.allSettled(running)
  either.throwIfAborted()
  // TypeScript does not follow `map` over a tuple.
  return (await Promise.all(running)) as T
}
