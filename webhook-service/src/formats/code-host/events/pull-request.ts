import type { Embed, EmbedField } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { digitsAt, neededText, textAt, valueAt } from '../../payload.ts'
import { inlineCode } from '../../text/markdown.ts'
import { card, colours, excerpt, numberAndTitle } from '../build-embed.ts'

export function pullRequestOpened(payload: Payload): Embed {
  return pullRequestCard(payload, 'opened', {
    color: valueAt(payload, 'pull_request.draft') === true ? colours.neutral : colours.open,
    description: excerpt(payload, 'pull_request.body'),
    time: textAt(payload, 'pull_request.created_at'),
  })
}

/** Titles as contract.md 8 row 41 rules. */
export function pullRequestClosed(payload: Payload): Embed {
  const isMerged =
    valueAt(payload, 'pull_request.merged') === true ||
    textAt(payload, 'pull_request.merged_at') !== undefined
  return pullRequestCard(payload, isMerged ? 'merged' : 'closed', {
    color: isMerged ? colours.merged : colours.closed,
    time: textAt(payload, isMerged ? 'pull_request.merged_at' : 'pull_request.closed_at'),
  })
}

export function pullRequestReopened(payload: Payload): Embed {
  return pullRequestCard(payload, 'reopened', {
    color: colours.open,
    time: textAt(payload, 'pull_request.updated_at'),
  })
}

export function pullRequestReady(payload: Payload): Embed {
  return pullRequestCard(payload, 'ready for review', {
    color: colours.open,
    time: textAt(payload, 'pull_request.updated_at'),
  })
}

type Look = { color: number; description?: string | undefined; time?: string | undefined }

function pullRequestCard(payload: Payload, happened: string, look: Look): Embed {
  const title = neededText(payload, 'pull_request.title')
  return card(payload, {
    title: `Pull request ${happened}: ${numberAndTitle(payload, 'pull_request', title)}`,
    url: textAt(payload, 'pull_request.html_url'),
    fields: [...branchesField(payload), ...changesField(payload)],
    ...look,
  })
}

function branchesField(payload: Payload): EmbedField[] {
  const base = textAt(payload, 'pull_request.base.ref')
  const head = textAt(payload, 'pull_request.head.ref')
  if (!base || !head) return []
  return [{ name: 'Branches', value: `${inlineCode(base, 255)} ← ${inlineCode(head, 255)}`, inline: true }]
}

function changesField(payload: Payload): EmbedField[] {
  const added = digitsAt(payload, 'pull_request.additions')
  const deleted = digitsAt(payload, 'pull_request.deletions')
  if (!added || !deleted) return []
  return [{ name: 'Changes', value: `+${added} −${deleted}`, inline: true }]
}
