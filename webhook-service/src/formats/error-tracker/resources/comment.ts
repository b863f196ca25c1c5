import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { renderBody } from '../../markdown/render-body.ts'
import { type Payload, textAt } from '../../payload.ts'
import {
  actorAuthor,
  buildEmbed,
  levelColor,
  literalLine,
  projectPrefix,
  requireRedactedLine,
} from '../build-embed.ts'

/** The payload has neither the title nor the URL of the issue. */
export function commentCreated(payload: Payload): Embed {
  requireRedactedLine(payload, 'data.comment')
  const issue = textAt(payload, 'data.issue_id')
  return buildEmbed({
    title: `${projectPrefix(textAt(payload, 'data.project_slug'))}New comment${issue ? ` on issue ${literalLine(issue, 30)}` : ''}`,
    color: levelColor('info'),
    description: renderBody(textAt(payload, 'data.comment') ?? '', messageLimits.excerpt, {
      isRedacted: true,
    }),
    time: textAt(payload, 'data.timestamp'),
    author: actorAuthor(payload),
  })
}
