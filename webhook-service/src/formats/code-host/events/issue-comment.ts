import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { objectAt, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, subject } from '../build-embed.ts'

/** Comments on pull requests come as this event too; only the issue tells. */
export function issueCommentCreated(payload: Payload): Embed {
  requireObject(payload, 'issue')
  requireObject(payload, 'comment')
  const place = objectAt(payload, 'issue.pull_request') ? 'pull request' : 'issue'
  return buildEmbed(payload, {
    title: `New comment on ${place}${subject(payload, 'issue')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colors.info,
    description: excerpt(payload, 'comment.body'),
    time: textAt(payload, 'comment.created_at'),
  })
}
