import { setFlagsFromString } from 'node:v8'

/** By how much of what is alive in it the heap of this process grows before all of it is collected. V8 decides from case to case otherwise. */
export function setHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
