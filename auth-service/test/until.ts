const pauseMs = 50
const maxAttempts = 400

/** Repeats an attempt until it works, for what reconnects in its own time; fails with its last error. */
export async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === maxAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
