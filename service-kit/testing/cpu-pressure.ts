import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * For how long, since the machine started, a task waited for a processor (the CPU pressure of the kernel, PSI), and the hypervisor
 * gave the processors to others. 0 where the kernel does not measure it.
 */
export function cpuPressure(): { waitingMs: number; stolenMs: number } {
  const micros = readNumber('/proc/pressure/cpu', /^some .*total=(\d+)/)
  // In hundredths of a second, of all processors together.
  const stolen = readNumber('/proc/stat', /^cpu +(?:\d+ ){7}(\d+)/)
  return { waitingMs: micros / 1000, stolenMs: (stolen * 10) / availableParallelism() }
}

function readNumber(path: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(path, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
