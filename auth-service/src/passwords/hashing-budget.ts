import { availableParallelism, totalmem } from 'node:os'
import { SettingsError } from '@gatehouse/service-kit/process/settings'

type Wish = {
  /** As configured; null leaves it to the machine. */
  slots: number | null
  /** Of one hash. */
  memoryKib: number
}

type Machine = { cores: number; memoryBytes: number }

/** The part of the memory that may fill with hashes; the rest is for everything else (security.md, "Hash slots"). */
const share = 0.5
const mebibyte = 1024 * 1024

/**
 * How many hashes run at once: one a core, or fewer where the memory of the container holds no more. What was configured and
 * does not fit is refused at start: under a storm of sign-ins the process would be killed.
 */
export function hashingSlots({ slots, memoryKib }: Wish, machine: Machine = thisMachine()): number {
  const fitting = Math.floor((machine.memoryBytes * share) / (memoryKib * 1024))
  const chosen = slots ?? Math.max(1, Math.min(machine.cores, fitting))
  if (chosen <= fitting) return chosen
  const [budget, memory] = [(chosen * memoryKib) / 1024, machine.memoryBytes / mebibyte]
  throw new SettingsError([
    `GATEHOUSE_HASHING_SLOTS times GATEHOUSE_ARGON2_MEMORY_KIB is ${Math.ceil(budget)} MiB, more than half of the ${Math.floor(memory)} MiB this process may use: lower one of them, or give it more memory.`,
  ])
}

/** What a hash of another system may take, in bytes, so that every slot can verify one at once within the same share. */
export function memoryOfSlot(
  slots: number,
  { memoryBytes }: Pick<Machine, 'memoryBytes'> = thisMachine(),
): number {
  return Math.floor((memoryBytes * share) / slots)
}

/** Where a container sets no limit, Node answers none or one beyond all memory. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) }
}
