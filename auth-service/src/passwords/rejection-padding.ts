const maxDurations = 32
/** Units of work by which the padding changes for a millisecond of difference: a greater share follows the noise of a busy machine. */
const unitsPerMs = 1 / 32

type Options = {
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** One unit of work, about half a millisecond. */
  work: () => void
}

/**
 * Makes a cheap operation take as long as a usual one on this thread, so that timing does not tell them apart. Padding is an amount
 * of work and not a time to wait for: both operations are then delayed alike when other threads use the processor.
 */
export function rejectionPadding({ now = () => performance.now(), work }: Options) {
  const durations: number[] = []
  const unitsOfKind = new Map<string, number>()

  const usualDuration = () => durations[Math.floor(Math.random() * durations.length)] ?? 0

  return {
    isMeasured: () => durations.length > 0,

    record(ms: number): void {
      durations.unshift(ms)
      durations.length = Math.min(durations.length, maxDurations)
    },

    /** Adds the missing work to an operation that started then. Operations of one kind do the same work. */
    pad(startedAt: number, kind: string): void {
      const target = usualDuration()
      let units = unitsOfKind.get(kind)
      if (units === undefined) {
        for (units = 0; now() - startedAt < target; units++) work()
      } else {
        const wholeUnits = Math.floor(units + Math.random())
        for (let done = 0; done < wholeUnits; done++) work()
      }
      const missingMs = target - (now() - startedAt)
      unitsOfKind.set(kind, Math.max(0, units + unitsPerMs * missingMs))
    },
  }
}
