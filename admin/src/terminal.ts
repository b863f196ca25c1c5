import type { Readable, Writable } from 'node:stream'

/** Where a command reads its settings and what it is told, and where it prints. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  /** Standard input unless a test has its own. */
  stdin?: Readable & { isTTY?: boolean }
  /** Where progress may be drawn, if that is somebody's screen. */
  screen?: Writable & { isTTY?: boolean }
}
