import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TlsSettings } from './tls-paths.ts'

/** The contents of `DIR/stack.json`, which exists only while the stack is ready. */
export type StackFile = {
  gateway: string
  gateways: string[]
  mail: string
  smtp: string
  mongodb: string
  redis: string
  /** `host:port`, several joined by commas. The gateway has one only with GATEHOUSE_TEST_CLOCK=1. */
  grpc: { auth: string; sessions: string; webhooks: string; gateway?: string }
  /** Where each process serves health and metrics, `host:port` by name. */
  ops: Record<string, string>
  pids: Record<string, number>
  /** Paths of the certificates, if the stack made its own. */
  tls?: TlsSettings
  /** The settings that the environment changes, without secrets. */
  settings: Record<string, string>
}

const path = (folder: string) => join(folder, 'stack.json')

/** Writes the file atomically, readable by its owner only: addresses of stores may contain passwords. */
export function writeStackFile(folder: string, stack: StackFile): void {
  const draft = `${path(folder)}.draft`
  writeFileSync(draft, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path(folder))
}

export function removeStackFile(folder: string): void {
  rmSync(path(folder), { force: true })
}

/** The stack that runs on this folder; throws an error with the next step if there is none. */
export function readStackFile(folder: string): StackFile {
  try {
    return JSON.parse(readFileSync(path(folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(
      `No stack runs on ${folder}. Start one with npm start, or pass its folder with --data DIR.`,
    )
  }
}
