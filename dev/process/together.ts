type Task<T> = (signal: AbortSignal) => Promise<T>

/**
 * Runs tasks side by side. When one fails the others are aborted and waited for before this rejects with the first
 * failure, so that nothing goes on behind the caller's back.
 */
export async function together<T extends unknown[]>(
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
  signal.throwIfAborted()
  failure.signal.throwIfAborted()
  // The tasks' results in their order are what T says; TypeScript does not follow `map` over a tuple.
  return (await Promise.all(running)) as T
}
