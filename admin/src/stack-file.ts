import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A running stack as scripts find it in `DIR/stack.json`; there is none before it is ready nor after it ended. */
export type StackFile = {
  gateway: string
  gateways: string[]
  mail: string
  smtp: string
  mongodb: string
  redis: string
  /**
   * What the services' address settings take: `host:port`, several joined by commas. The gateway has one only where
   * clocks can be moved (GATEHOUSE_TEST_CLOCK).
   */
  grpc: { auth: string; sessions: string; webhooks: string; gateway?: string }
  /** Where each process of a service tells its health and metrics, `host:port` by name. */
  ops: Record<string, string>
  pids: Record<string, number>
  /** The settings that differ from what the services would do by themselves; secrets are left out. */
  settings: Record<string, string>
}

const path = (folder: string) => join(folder, 'stack.json')

/** Writes the file whole, for its owner only: addresses of stores may hold passwords. */
export function writeStackFile(folder: string, stack: StackFile): void {
  const draft = `${path(folder)}.draft`
  writeFileSync(draft, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path(folder))
}

/** Says that no stack is ready here. */
export function removeStackFile(folder: string): void {
  rmSync(path(folder), { force: true })
}

/** The stack that runs on this folder; throws with the next step when none does. */
export function readStackFile(folder: string): StackFile {
  try {
    return JSON.parse(readFileSync(path(folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(
      `No stack runs on ${folder}. Start one with npm start, or name its folder with --data DIR.`,
    )
  }
}
