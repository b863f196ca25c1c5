const maxDurations = 32
const correctionWeight = 1 / 32

type Options = {
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  work: () => void
}

/**
 * Makes a cheap operation take as long as a usual one on this thread, so that timing does not tell them apart. The target is one of
 * the last durations, drawn anew each time: a constant would be recognised by its lack of variation.
 */
export function refusalPadding({ now = () => performance.now(), work }: Options) {
  const durations: number[] = []
  // A thread that waits for a processor at the target ends late, but a usual operation ends where its own work ends. Without
  // this correction, padded operations are several milliseconds slower on a busy machine.
  const corrections = new Map<string, number>()

  return {
    isMeasured: () => durations.length > 0,

    record(ms: number): void {
      durations.unshift(ms)
      durations.length = Math.min(durations.length, maxDurations)
    },

    /** Works until an operation that started then has taken as long as a usual one. Operations of one kind do the same work. */
    pad(startedAt: number, kind: string): void {
      const target = startedAt + (durations[Math.floor(Math.random() * durations.length)] ?? 0)
      const correction = corrections.get(kind) ?? 0
      while (now() < target - correction) work()
      const corrected = correction + correctionWeight * (now() - target)
      // Bounded, so that padding soon works again for a kind that could not be padded for a while.
      corrections.set(kind, Math.min(corrected, Math.max(...durations)))
    },
  }
}
