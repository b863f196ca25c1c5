import type { Duration } from '@gatehouse/proto/gen/google/protobuf/duration'

/** Exact to a microsecond. */
export function toDuration(ms: number): Duration {
  const us = Math.round(ms * 1000)
  const seconds = Math.trunc(us / 1e6)
  return { seconds, nanos: (us - seconds * 1e6) * 1000 }
}

/** Milliseconds, with a fraction if the duration has one. */
export function durationMs({ seconds, nanos }: Duration): number {
  return seconds * 1000 + nanos / 1e6
}
