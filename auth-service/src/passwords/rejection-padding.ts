const maxDurations = 32
// Change of the number of units per missing millisecond.
// A larger value would follow the noise of a busy machine.
const unitsPerMissingMs = 1 / 32

type Options = {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** One unit of work, about half a millisecond. */
  work: () => void
}

/**
 * Makes a cheap operation take as long as a current one on this thread, so that the response time does not
 * reveal whether the email has an account. Padding is an amount of work and not a time to wait for: other
 * threads then delay both operations alike.
 */
export function rejectionPadding({ now, work }: Options) {
  const durations: number[] = []
  const unitsOfKind = new Map<string, number>()

  return {
    isMeasured: () => durations.length > 0,

    /** Records the duration of a current operation. */
    record(ms: number): void {
      durations.unshift(ms)
      durations.length = Math.min(durations.length, maxDurations)
    },

    /** Adds the missing work to an operation that started then. Operations of one kind do the same work. */
    pad(startedAt: number, kind: string): void {
      const targetMs = durations.reduce((sum, ms) => sum + ms, 0) / durations.length
      let units = unitsOfKind.get(kind)
      if (units === undefined) {
        for (units = 0; now() - startedAt < targetMs; units++) work()
      } else {
        // Stochastic rounding: `units` on average.
        const wholeUnits = Math.floor(units + Math.random())
        for (let done = 0; done < wholeUnits; done++) work()
      }
      const missingMs = targetMs - (now() - startedAt)
      unitsOfKind.set(kind, Math.max(0, units + unitsPerMissingMs * missingMs))
    },
  }
}
