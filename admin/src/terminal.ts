import type { Readable, Writable } from 'node:stream'

export type Terminal = {
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  stdin?: Readable & { isTTY?: boolean }
  /** Where a progress bar is drawn, if it is a terminal. */
  screen?: Writable & { isTTY?: boolean }
}
