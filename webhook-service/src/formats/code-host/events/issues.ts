import type { Embed, EmbedField } from '../../embed.ts'
import type { Render } from '../../events/event-rule.ts'
import { digitsAt, type Payload, requireText, textAt } from '../../payload.ts'
import { link, toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, humanize, numberAndTitle } from '../build-embed.ts'
import { field, namesField } from '../fields.ts'
import { partsOf, type Row } from '../row.ts'

export function issue(change: string, row: Row): Render {
  return (payload) => issueEmbed(payload, change, partsOf(payload, row))
}

export function issueClosed(payload: Payload): Embed {
  const reason = textAt(payload, 'issue.state_reason') ?? 'completed'
  const isCompleted = reason === 'completed'
  return issueEmbed(payload, isCompleted ? 'closed' : `closed as ${humanize(reason)}`, {
    color: isCompleted ? colors.merged : colors.neutral,
    time: textAt(payload, 'issue.closed_at'),
  })
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
    fields: fieldsOf(payload),
    ...parts,
  })
}

function fieldsOf(payload: Payload): EmbedField[] {
  return [
    ...field('Type', textAt(payload, 'issue.type.name')),
    ...namesField('Labels', payload, { 'issue.labels': 'name' }),
    ...namesField('Assignees', payload, { 'issue.assignees': 'login' }),
  ]
}

function newLocation(payload: Payload): string | undefined {
  const repository = textAt(payload, 'changes.new_repository.full_name')
  if (!repository) return undefined
  const number = digitsAt(payload, 'changes.new_issue.number')
  const url =
    textAt(payload, 'changes.new_issue.html_url') ?? textAt(payload, 'changes.new_repository.html_url')
  return `Now ${link(`${toMarkdownLine(repository, 140)}${number ? `#${number}` : ''}`, url)}`
}
