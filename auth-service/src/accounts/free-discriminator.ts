import { randomInt } from 'node:crypto'

export const discriminators = 9999

export function anyDiscriminator(): number {
  return randomInt(1, discriminators + 1)
}

export function freeDiscriminator(taken: Iterable<number>): number | null {
  const used = new Set(taken)
  const free: number[] = []
  for (let number = 1; number <= discriminators; number++) if (!used.has(number)) free.push(number)
  return free[randomInt(Math.max(free.length, 1))] ?? null
}
