import { type Embed, messageLimits } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import {
  actorOf,
  buildEmbed,
  levelColor,
  line,
  paragraph,
  projectPrefix,
  requireLine,
} from '../build-embed.ts'

/** The payload names the issue by its number alone and links nothing. */
export function commentCreated(payload: Payload): Embed {
  requireLine(payload, 'data.comment')
  const issue = textAt(payload, 'data.issue_id')
  return buildEmbed({
    title: `${projectPrefix(textAt(payload, 'data.project_slug'))}New comment${issue ? ` on issue ${line(issue, 30)}` : ''}`,
    color: levelColor('info'),
    description: paragraph(textAt(payload, 'data.comment') ?? '', messageLimits.excerpt),
    time: textAt(payload, 'data.timestamp'),
    author: actorOf(payload),
  })
}
