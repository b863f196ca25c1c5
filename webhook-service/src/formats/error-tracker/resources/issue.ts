import { type Embed, messageLimits } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import {
  actorOf,
  buildEmbed,
  field,
  levelColor,
  line,
  personNameAt,
  projectPrefix,
  requireLine,
} from '../build-embed.ts'

export function issueCreated(payload: Payload): Embed {
  return issueEmbed(payload, { change: '', time: 'data.issue.firstSeen' })
}

export const issueResolved = changed('resolved')
export const issueAssigned = changed('assigned')
export const issueArchived = changed('archived')
export const issueUnresolved = changed('unresolved')

/** Changes are made by somebody, who is the author then. */
function changed(what: string): (payload: Payload) => Embed {
  return (payload) => ({
    ...issueEmbed(payload, { change: `Issue ${what}: `, time: 'data.issue.lastSeen' }),
    ...authorOf(payload),
  })
}

function authorOf(payload: Payload): Pick<Embed, 'author'> {
  const author = actorOf(payload)
  return author ? { author } : {}
}

function issueEmbed(payload: Payload, { change, time }: { change: string; time: string }): Embed {
  const title = requireLine(payload, 'data.issue.title')
  const shortId = textAt(payload, 'data.issue.shortId')
  const place = projectPrefix(
    textAt(payload, 'data.issue.project.name') ?? textAt(payload, 'data.issue.project.slug'),
  )
  const level = textAt(payload, 'data.issue.level')
  const culprit = textAt(payload, 'data.issue.culprit')
  return buildEmbed({
    title: `${place}${change}${shortId ? `${line(shortId, 100)} ` : ''}${title}`,
    url: textAt(payload, 'data.issue.web_url') ?? textAt(payload, 'data.issue.permalink'),
    color: levelColor(level),
    description: culprit && line(culprit, messageLimits.excerpt),
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
