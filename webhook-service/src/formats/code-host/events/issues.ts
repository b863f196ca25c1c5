import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { digitsAt, neededText, textAt } from '../../payload.ts'
import { foreignLine, link } from '../../text/markdown.ts'
import { card, colours, excerpt, numberAndTitle } from '../build-embed.ts'

export function issueOpened(payload: Payload): Embed {
  return issueCard(payload, 'opened', {
    color: colours.open,
    description: excerpt(payload, 'issue.body'),
    time: textAt(payload, 'issue.created_at'),
  })
}

export function issueClosed(payload: Payload): Embed {
  const reason = textAt(payload, 'issue.state_reason') ?? 'completed'
  return issueCard(payload, 'closed', {
    color: reason === 'completed' ? colours.merged : colours.neutral,
    time: textAt(payload, 'issue.closed_at'),
  })
}

export function issueReopened(payload: Payload): Embed {
  return issueCard(payload, 'reopened', { color: colours.open, time: textAt(payload, 'issue.updated_at') })
}

export function issueTransferred(payload: Payload): Embed {
  return issueCard(payload, 'transferred', {
    color: colours.info,
    description: newPlace(payload),
    time: textAt(payload, 'issue.updated_at'),
  })
}

type Look = { color: number; description?: string | undefined; time?: string | undefined }

function issueCard(payload: Payload, happened: string, look: Look): Embed {
  const title = neededText(payload, 'issue.title')
  return card(payload, {
    title: `Issue ${happened}: ${numberAndTitle(payload, 'issue', title)}`,
    url: textAt(payload, 'issue.html_url'),
    ...look,
  })
}

function newPlace(payload: Payload): string | undefined {
  const repository = textAt(payload, 'changes.new_repository.full_name')
  if (!repository) return undefined
  const number = digitsAt(payload, 'changes.new_issue.number')
  const url =
    textAt(payload, 'changes.new_issue.html_url') ?? textAt(payload, 'changes.new_repository.html_url')
  return `Now ${link(`${foreignLine(repository, 140)}${number ? `#${number}` : ''}`, url)}`
}
