import type { Clock } from '../time/clock.ts'

/** 2015-01-01T00:00:00Z, the epoch of the time in an id. 41 bits of milliseconds last until 2084. */
export const snowflakeEpoch = Date.UTC(2015, 0, 1)

const workerBits = 10n
const sequenceBits = 12n
const sequences = 2 ** Number(sequenceBits)
const maxSnowflake = 2n ** 63n - 1n

export const maxSnowflakeTime = snowflakeEpoch + 2 ** 41 - 1
/** Worker and sequence of the last id of a millisecond. */
export const maxLowerBits = 2 ** 22 - 1

/** If the clock goes back or a sequence is used up, it continues from the last id instead of waiting. */
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

export function isSnowflake(text: string): boolean {
  return /^(0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= maxSnowflake
}

export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> (workerBits + sequenceBits)) + snowflakeEpoch
}

export function snowflakeAt(milliseconds: number, lowerBits = 0): string {
  return String((BigInt(milliseconds - snowflakeEpoch) << (workerBits + sequenceBits)) | BigInt(lowerBits))
}

function compose(time: number, worker: number, sequence: number): bigint {
  return (BigInt(time) << (workerBits + sequenceBits)) | (BigInt(worker) << sequenceBits) | BigInt(sequence)
}
