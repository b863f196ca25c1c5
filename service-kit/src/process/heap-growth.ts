import { setFlagsFromString } from 'node:v8'

/** The growth of the heap, in percent of its live objects, after which V8 runs a full garbage collection. By default V8 adapts it. */
export function setHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
