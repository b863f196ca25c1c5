import { type Embed, limits } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { actorOf, card, levelColour, line, neededLine, paragraph, placePrefix } from '../build-embed.ts'

/** The payload names the issue by its number alone and links nothing. */
export function commentCreated(payload: Payload): Embed {
  neededLine(payload, 'data.comment')
  const issue = textAt(payload, 'data.issue_id')
  return card({
    title: `${placePrefix(textAt(payload, 'data.project_slug'))}New comment${issue ? ` on issue ${line(issue, 30)}` : ''}`,
    color: levelColour('info'),
    description: paragraph(textAt(payload, 'data.comment') ?? '', limits.excerpt),
    time: textAt(payload, 'data.timestamp'),
    author: actorOf(payload),
  })
}
