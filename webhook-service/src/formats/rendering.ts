import type { Embed } from './embed.ts'

/** A message before it has an id and a webhook. */
export type Draft = {
  content: string
  embeds: Embed[]
  /** Shown instead of the name and icon of the webhook. */
  username?: string
  avatarUrl?: string
}

/** What a payload becomes: a message, or nothing with the reason. Names of events and actions are header-safe. */
export type Rendering = {
  event: string | null
  action: string | null
  /** Set for events that only an event filter can ask for by name: what they are called when nobody did. */
  optIn?: string
} & (
  | { kind: 'rendered'; draft: Draft; detail?: string }
  | { kind: 'ignored'; what: string }
  | { kind: 'unrenderable'; path: string }
)

/** The same where no event filter allows the event by name: then it is not shown (contract.md 8, Event filter). */
export function ignoreOptIn(rendering: Rendering): Rendering {
  const { event, action, optIn } = rendering
  return optIn === undefined ? rendering : { kind: 'ignored', event, action, optIn, what: optIn }
}
