import type { Draft } from './message.ts'

/** What a payload becomes: a message, or nothing with the reason. Names of events and actions are header-safe. */
export type Translation = { event: string | null; action: string | null } & (
  | { kind: 'rendered'; draft: Draft; detail?: string }
  | { kind: 'ignored'; what: string }
  | { kind: 'unrenderable'; path: string }
)
