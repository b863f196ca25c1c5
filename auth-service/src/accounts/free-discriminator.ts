import { randomInt } from 'node:crypto'

/** How many accounts one username holds: the discriminators 0001-9999. */
export const discriminators = 9999

/** Any discriminator: for a name that few have it is almost always free. */
export function anyDiscriminator(): number {
  return randomInt(1, discriminators + 1)
}

/** One of those not taken, each as likely; null when all are. One pass, however few are left. */
export function freeDiscriminator(taken: Iterable<number>): number | null {
  const used = new Set(taken)
  const free: number[] = []
  for (let number = 1; number <= discriminators; number++) if (!used.has(number)) free.push(number)
  return free[randomInt(Math.max(free.length, 1))] ?? null
}
