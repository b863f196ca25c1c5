import type { Clock } from '../time/clock.ts'

/** 2015-01-01T00:00:00Z: the zero of the time in an id. 41 bits of milliseconds last until 2084. */
export const snowflakeEpoch = Date.UTC(2015, 0, 1)

const workerBits = 10n
const sequenceBits = 12n
const sequences = 2 ** Number(sequenceBits)
const maxSnowflake = 2n ** 63n - 1n

/**
 * Makes ids that sort by time (contract.md 9, "Ids"): 41 bits time, 10 bits worker, 12 bits sequence. When the clock goes
 * back, or a millisecond is used up, it counts on from the last id instead of waiting. `worker` is asked for each
 * id, so it can throw while no number is held.
 */
export function snowflakes(options: { clock: Clock; worker: () => number }): () => string {
  let lastTime = 0
  let sequence = 0

  return function next() {
    const worker = options.worker()
    const time = options.clock.now() - snowflakeEpoch
    if (time > lastTime) {
      lastTime = time
      sequence = 0
    } else if (++sequence === sequences) {
      lastTime += 1
      sequence = 0
    }
    return String(compose(lastTime, worker, sequence))
  }
}

/** Whether a text is an id as contract.md 1 writes it: `0` or decimal digits without a leading zero, at most 2^63-1. */
export function isSnowflake(text: string): boolean {
  return /^(0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= maxSnowflake
}

/** When an id was made, in milliseconds since 1970. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> (workerBits + sequenceBits)) + snowflakeEpoch
}

/**
 * The id of a time whose lower 22 bits are given instead of drawn by a worker; with none of them it is the smallest of its
 * millisecond.
 */
export function snowflakeAt(milliseconds: number, lowerBits = 0): string {
  return String((BigInt(milliseconds - snowflakeEpoch) << (workerBits + sequenceBits)) | BigInt(lowerBits))
}

function compose(time: number, worker: number, sequence: number): bigint {
  return (BigInt(time) << (workerBits + sequenceBits)) | (BigInt(worker) << sequenceBits) | BigInt(sequence)
}
