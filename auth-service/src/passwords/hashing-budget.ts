import { availableParallelism, totalmem } from 'node:os'
import { SettingsError } from '@gatehouse/service-kit/process/settings'

type Configured = {
  /** null: as many as the machine allows. */
  configured: number | null
  memoryKib: number
}

type Machine = { cores: number; memoryBytes: number }

const memoryShare = 0.5
const mebibyte = 1024 * 1024

/**
 * The number of hashing threads: one per core, or fewer if half the memory of the container does not suffice
 * for them. A configured number that does not fit is rejected at start, because the process would be killed
 * in a burst of sign-ins.
 */
export function hashingThreads(
  { configured, memoryKib }: Configured,
  machine: Machine = currentMachine(),
): number {
  const fits = Math.floor((machine.memoryBytes * memoryShare) / (memoryKib * 1024))
  const chosen = configured ?? Math.max(1, Math.min(machine.cores, fits))
  if (chosen <= fits) return chosen
  const [budget, memory] = [(chosen * memoryKib) / 1024, machine.memoryBytes / mebibyte]
  throw new SettingsError([
    `GATEHOUSE_HASHING_SLOTS times GATEHOUSE_ARGON2_MEMORY_KIB is ${Math.ceil(budget)} MiB, more than half of the ${Math.floor(memory)} MiB this process may use: lower one of them, or give it more memory.`,
  ])
}

/** Maximum memory of a hash of another system, in bytes, so that all threads can verify one at once. */
export function maxHashMemory(
  threads: number,
  { memoryBytes }: Pick<Machine, 'memoryBytes'> = currentMachine(),
): number {
  return Math.floor((memoryBytes * memoryShare) / threads)
}

/** Without a limit of the container, Node returns 0 or a number above the memory of the machine. */
function currentMachine(): Machine {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) }
}
