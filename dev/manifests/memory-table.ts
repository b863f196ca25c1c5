/** MiB of young generation, three times the semi-space. */
const youngMib = 12
const semiSpace = '--max-semi-space-size=4'

type Budget = {
  use: string
  mib: number
  /** The setting that bounds it, in bytes. */
  env?: string
}

export type MemoryRow = {
  /** Of the container. */
  limitMib: number
  /** How much of it the old generation of the main thread may use. */
  heapPercent: number
  /** Memory of an idle process outside of its heap, without files that the kernel can drop. */
  nativeMib: number
  budgets: Budget[]
}

/** What the memory of each pod is for. The manifests, the image and the defaults of the settings are compared with it. */
export const memoryTable: Record<string, MemoryRow> = {
  gateway: {
    limitMib: 256,
    heapPercent: 50,
    nativeMib: 24,
    budgets: [
      { use: 'headers and bodies that arrive', mib: 32, env: 'GATEHOUSE_ARRIVING_BYTES' },
      { use: 'responses that clients do not read', mib: 32, env: 'GATEHOUSE_UNREAD_BYTES' },
    ],
  },
  'auth-service': {
    limitMib: 384,
    heapPercent: 50,
    nativeMib: 32,
    budgets: [{ use: 'two hashes of 19 MiB', mib: 38 }],
  },
  'session-service': { limitMib: 256, heapPercent: 50, nativeMib: 24, budgets: [] },
  'webhook-service': {
    limitMib: 512,
    heapPercent: 25,
    nativeMib: 32,
    budgets: [
      { use: 'bodies up to 256 KiB', mib: 32, env: 'GATEHOUSE_SMALL_BODY_BYTES_IN_FLIGHT' },
      { use: 'larger bodies', mib: 64, env: 'GATEHOUSE_BODY_BYTES_IN_FLIGHT' },
      { use: 'the heap of the render thread', mib: 128 },
      { use: 'the text of the largest body there, and a copy', mib: 80 },
    ],
  },
}

/** What is left for what has no budget, such as buffers of sockets. */
export function restMib({ limitMib, heapPercent, nativeMib, budgets }: MemoryRow): number {
  const heapMib = Math.floor((limitMib * heapPercent) / 100) + youngMib
  return limitMib - heapMib - nativeMib - budgets.reduce((sum, { mib }) => sum + mib, 0)
}

/** Without a bound of its own, V8 lets a heap grow beyond the limit of a small container. */
export function nodeOptions({ heapPercent }: Pick<MemoryRow, 'heapPercent'>): string {
  return `${semiSpace} --max-old-space-size-percentage=${heapPercent}`
}

/** Of the image; a manifest can replace each. */
export const imageEnv = {
  NODE_OPTIONS: nodeOptions({ heapPercent: 50 }),
  MALLOC_ARENA_MAX: '2',
} as const
