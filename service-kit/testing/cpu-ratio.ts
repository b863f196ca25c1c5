import { processorMs } from './processor-ms.ts'

const rounds = 15
const maxMeasurements = 5

/**
 * The ratio of the processor time of two operations on this thread, which run alternately. Measures again while it is outside
 * the bounds: the padding of password checks learns how much work is missing.
 */
export function cpuRatio(one: () => void, other: () => void, [min, max]: readonly [number, number]): number {
  let ratio = measure(one, other)
  for (let count = 1; count < maxMeasurements && (ratio < min || ratio > max); count += 1)
    ratio = measure(one, other)
  return ratio
}

function measure(one: () => void, other: () => void): number {
  let [ofOne, ofOther] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    ofOne += processorMs(one)
    ofOther += processorMs(other)
  }
  return ofOne / ofOther
}
