import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed, EmbedField } from '../../embed.ts'
import { firstTextAt, type Payload, textAt, valueAt } from '../../payload.ts'
import { redactedLine, redactedText } from '../../redaction/redacted-markdown.ts'
import {
  actorAuthor,
  buildEmbed,
  field,
  levelColor,
  literalField,
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

type IssueParts = { titlePrefix: string; time: string; more?: (EmbedField | undefined)[] }

export function issueEmbed(payload: Payload, { titlePrefix, time, more = [] }: IssueParts): Embed {
  const title = requireRedactedLine(payload, 'data.issue.title')
  const shortId = textAt(payload, 'data.issue.shortId')
  const project = projectPrefix(
    textAt(payload, 'data.issue.project.name') ?? textAt(payload, 'data.issue.project.slug'),
  )
  const level = textAt(payload, 'data.issue.level')
  return buildEmbed({
    title: `${project}${titlePrefix}${shortId ? `${literalLine(shortId, 100)} ` : ''}${title}`,
    url: textAt(payload, 'data.issue.web_url') ?? textAt(payload, 'data.issue.permalink'),
    color: levelColor(level),
    description: descriptionOf(payload),
    time: textAt(payload, time),
    fields: [
      field('Level', level),
      field('Status', statusOf(payload)),
      field('Times seen', textAt(payload, 'data.issue.count')),
      field('Users', textAt(payload, 'data.issue.userCount')),
      field('Assignee', assigneeOf(payload)),
      field('From', personNameAt(payload, 'data.issue.metadata.name')),
      literalField('Resolved in', resolutionOf(payload)),
      ...more,
    ],
  })
}

/** Feedback and monitors have their words in the metadata. The title of an error has them, and the metadata its type. */
function descriptionOf(payload: Payload): string | undefined {
  const culprit = textAt(payload, 'data.issue.culprit')
  const words = firstTextAt(payload, 'data.issue.metadata.message', 'data.issue.metadata.value')
  const isError = textAt(payload, 'data.issue.metadata.type') !== undefined
  return words !== undefined && !isError && words !== textAt(payload, 'data.issue.title')
    ? redactedText(words, messageLimits.excerpt)
    : culprit && redactedLine(culprit, messageLimits.excerpt)
}

function statusOf(payload: Payload): string | undefined {
  const status = textAt(payload, 'data.issue.status')
  const substatus = textAt(payload, 'data.issue.substatus')?.replaceAll('_', ' ')
  return status && substatus ? `${status}, ${substatus}` : (status ?? substatus)
}

function resolutionOf(payload: Payload): string | undefined {
  const details = 'data.issue.statusDetails'
  if (valueAt(payload, `${details}.inNextRelease`) === true) return 'the next release'
  return firstTextAt(payload, `${details}.inRelease`, `${details}.inCommit.commit`)
}

function assigneeOf(payload: Payload): string | undefined {
  return personNameAt(payload, 'data.issue.assignedTo.name') ?? personNameAt(payload, 'data.assignee.name')
}
