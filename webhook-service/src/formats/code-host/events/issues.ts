import type { Embed } from '../../embed.ts'
import { digitsAt, type Payload, requireText, textAt } from '../../payload.ts'
import { link, toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, excerpt, numberAndTitle } from '../build-embed.ts'

export function issueOpened(payload: Payload): Embed {
  return issueEmbed(payload, 'opened', {
    color: colors.open,
    description: excerpt(payload, 'issue.body'),
    time: textAt(payload, 'issue.created_at'),
  })
}

export function issueClosed(payload: Payload): Embed {
  const reason = textAt(payload, 'issue.state_reason') ?? 'completed'
  return issueEmbed(payload, 'closed', {
    color: reason === 'completed' ? colors.merged : colors.neutral,
    time: textAt(payload, 'issue.closed_at'),
  })
}

export function issueReopened(payload: Payload): Embed {
  return issueEmbed(payload, 'reopened', { color: colors.open, time: textAt(payload, 'issue.updated_at') })
}

export function issueTransferred(payload: Payload): Embed {
  return issueEmbed(payload, 'transferred', {
    color: colors.info,
    description: newLocation(payload),
    time: textAt(payload, 'issue.updated_at'),
  })
}

type Parts = { color: number; description?: string | undefined; time?: string | undefined }

function issueEmbed(payload: Payload, change: string, parts: Parts): Embed {
  const title = requireText(payload, 'issue.title')
  return buildEmbed(payload, {
    title: `Issue ${change}: ${numberAndTitle(payload, 'issue', title)}`,
    url: textAt(payload, 'issue.html_url'),
    ...parts,
  })
}

function newLocation(payload: Payload): string | undefined {
  const repository = textAt(payload, 'changes.new_repository.full_name')
  if (!repository) return undefined
  const number = digitsAt(payload, 'changes.new_issue.number')
  const url =
    textAt(payload, 'changes.new_issue.html_url') ?? textAt(payload, 'changes.new_repository.html_url')
  return `Now ${link(`${toMarkdownLine(repository, 140)}${number ? `#${number}` : ''}`, url)}`
}
