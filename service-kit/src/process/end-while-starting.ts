import { constants } from 'node:os'

const signals = ['SIGTERM', 'SIGINT'] as const

export type StopSignal = (typeof signals)[number]

/**
 * Ends a process that is still starting, with the exit code of a shell. As process 1 of a container, Node ignores signals without a
 * handler, and a start can wait for a store for a long time. An entry point imports this module first.
 */
const endAtOnce = (signal: StopSignal) => process.exit(128 + constants.signals[signal])

for (const signal of signals) process.on(signal, endAtOnce)

/** From now on the signals are for `stop`, the first of each. */
export function onStopSignal(stop: (signal: StopSignal) => void): void {
  for (const signal of signals) {
    process.once(signal, stop)
    process.off(signal, endAtOnce)
  }
}
