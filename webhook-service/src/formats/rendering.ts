import type { Embed } from './embed.ts'

/** The mentions of a content that take effect. Users and roles are ids. */
export type Mentions = { everyone: boolean; users: string[]; roles: string[] }

export type Draft = {
  content: string
  embeds: Embed[]
  /** Shown instead of the name and icon of the webhook. */
  username?: string
  avatarUrl?: string
  /** Absent if nobody is mentioned. */
  mentions?: Mentions
}

/** The result of rendering a payload. The names of events and actions are safe in a header. */
export type Rendering = {
  event: string | null
  action: string | null
  /** Only of events that are ignored unless a filter rule names them: the `ignoredEvent` for that case. */
  ignoredUnlessNamed?: string
} & (
  | { kind: 'rendered'; draft: Draft; detail?: string }
  | { kind: 'ignored'; ignoredEvent: string }
  | { kind: 'unrenderable'; path: string; hint?: string }
)

export function ignoreOptIn(rendering: Rendering): Rendering {
  const { event, action, ignoredUnlessNamed } = rendering
  return ignoredUnlessNamed === undefined
    ? rendering
    : { kind: 'ignored', event, action, ignoredUnlessNamed, ignoredEvent: ignoredUnlessNamed }
}
