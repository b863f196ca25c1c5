type Options = {
  /** One run. Returns the milliseconds until the next; Infinity: until `wake`. */
  work: (signal: AbortSignal) => Promise<number>
  startsAfterMs?: number
  /** After a failure, doubling. `wake` does not shorten it. */
  backoff: { minMs: number; maxMs: number }
  onFailure: (error: unknown, failuresInARow: number) => void
  onRecovery?: () => void
  /** On close, works until idle or failed; else the run in progress is the last. */
  drains?: boolean
}

export type PollingLoop = ReturnType<typeof pollingLoop>

const maxTimerMs = 2 ** 31 - 1

/** Works again and again, one run at a time, also after a failure. */
export function pollingLoop({
  work,
  startsAfterMs = 0,
  backoff,
  onFailure,
  onRecovery,
  drains = false,
}: Options) {
  const closing = new AbortController()
  let failures = 0
  let isWoken = false
  let endRest = () => {}
  const running = run()

  return {
    /** Ends the rest until the next run. During a run, another follows at once. */
    wake(): void {
      isWoken = true
      if (failures === 0) endRest()
    },

    async close(): Promise<void> {
      closing.abort()
      endRest()
      await running
    },
  }

  async function run(): Promise<void> {
    await rest(startsAfterMs)
    while (drains || !closing.signal.aborted) {
      const isClosing = closing.signal.aborted
      isWoken = false
      const restMs = await attempt()
      if (isClosing && restMs > 0) return
      if (!isWoken || failures > 0) await rest(restMs)
    }
  }

  /** Returns the milliseconds until the next run. */
  async function attempt(): Promise<number> {
    try {
      const restMs = await work(closing.signal)
      if (failures > 0) onRecovery?.()
      failures = 0
      return restMs
    } catch (error) {
      failures += 1
      onFailure(error, failures)
      return Math.min(backoff.maxMs, backoff.minMs * 2 ** (failures - 1))
    }
  }

  async function rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || closing.signal.aborted) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, maxTimerMs))
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endRest = () => {}
  }
}
