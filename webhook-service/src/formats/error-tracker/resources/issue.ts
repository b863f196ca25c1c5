import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { redactedLine } from '../../redaction/redacted-markdown.ts'
import {
  actorAuthor,
  buildEmbed,
  field,
  levelColor,
  literalLine,
  personNameAt,
  projectPrefix,
  requireRedactedLine,
} from '../build-embed.ts'

export function issueCreated(payload: Payload): Embed {
  return issueEmbed(payload, { titlePrefix: '', time: 'data.issue.firstSeen' })
}

export const issueResolved = issueChanged('resolved')
export const issueAssigned = issueChanged('assigned')
export const issueArchived = issueChanged('archived')
export const issueUnresolved = issueChanged('unresolved')

function issueChanged(change: string): (payload: Payload) => Embed {
  return (payload) => ({
    ...issueEmbed(payload, { titlePrefix: `Issue ${change}: `, time: 'data.issue.lastSeen' }),
    ...authorOf(payload),
  })
}

function authorOf(payload: Payload): Pick<Embed, 'author'> {
  const author = actorAuthor(payload)
  return author ? { author } : {}
}

function issueEmbed(payload: Payload, { titlePrefix, time }: { titlePrefix: string; time: string }): Embed {
  const title = requireRedactedLine(payload, 'data.issue.title')
  const shortId = textAt(payload, 'data.issue.shortId')
  const project = projectPrefix(
    textAt(payload, 'data.issue.project.name') ?? textAt(payload, 'data.issue.project.slug'),
  )
  const level = textAt(payload, 'data.issue.level')
  const culprit = textAt(payload, 'data.issue.culprit')
  return buildEmbed({
    title: `${project}${titlePrefix}${shortId ? `${literalLine(shortId, 100)} ` : ''}${title}`,
    url: textAt(payload, 'data.issue.web_url') ?? textAt(payload, 'data.issue.permalink'),
    color: levelColor(level),
    description: culprit && redactedLine(culprit, messageLimits.excerpt),
    time: textAt(payload, time),
    fields: [
      field('Level', level),
      field('Status', statusOf(payload)),
      field('Times seen', textAt(payload, 'data.issue.count')),
      field('Users', textAt(payload, 'data.issue.userCount')),
      field('Assignee', assigneeOf(payload)),
    ],
  })
}

function statusOf(payload: Payload): string | undefined {
  const status = textAt(payload, 'data.issue.status')
  const substatus = textAt(payload, 'data.issue.substatus')?.replaceAll('_', ' ')
  return status && substatus ? `${status}, ${substatus}` : (status ?? substatus)
}

function assigneeOf(payload: Payload): string | undefined {
  return personNameAt(payload, 'data.issue.assignedTo.name') ?? personNameAt(payload, 'data.assignee.name')
}
