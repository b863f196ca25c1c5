import { setFlagsFromString } from 'node:v8'

const growthPercent = 50

/**
 * Has the heap collected once it grew by half, where V8 lets it grow to three times what is alive. For a process whose requests
 * wait: what they hold outlives the young generation, so that it would pile up in a storm.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
