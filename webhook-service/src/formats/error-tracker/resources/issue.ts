import { type Embed, limits } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { actorOf, card, field, levelColour, line, neededLine, personAt, placePrefix } from '../build-embed.ts'

export function issueCreated(payload: Payload): Embed {
  return issueCard(payload, { happened: '', time: 'data.issue.firstSeen' })
}

export const issueResolved = changed('resolved')
export const issueAssigned = changed('assigned')
export const issueArchived = changed('archived')
export const issueUnresolved = changed('unresolved')

/** Changes are made by somebody, who is the author then. */
function changed(what: string): (payload: Payload) => Embed {
  return (payload) => ({
    ...issueCard(payload, { happened: `Issue ${what}: `, time: 'data.issue.lastSeen' }),
    ...authorOf(payload),
  })
}

function authorOf(payload: Payload): Pick<Embed, 'author'> {
  const author = actorOf(payload)
  return author ? { author } : {}
}

function issueCard(payload: Payload, { happened, time }: { happened: string; time: string }): Embed {
  const title = neededLine(payload, 'data.issue.title')
  const shortId = textAt(payload, 'data.issue.shortId')
  const place = placePrefix(
    textAt(payload, 'data.issue.project.name') ?? textAt(payload, 'data.issue.project.slug'),
  )
  const level = textAt(payload, 'data.issue.level')
  const culprit = textAt(payload, 'data.issue.culprit')
  return card({
    title: `${place}${happened}${shortId ? `${line(shortId, 100)} ` : ''}${title}`,
    url: textAt(payload, 'data.issue.web_url') ?? textAt(payload, 'data.issue.permalink'),
    color: levelColour(level),
    description: culprit && line(culprit, limits.excerpt),
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
  return personAt(payload, 'data.issue.assignedTo.name') ?? personAt(payload, 'data.assignee.name')
}
