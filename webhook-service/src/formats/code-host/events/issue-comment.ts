import type { Embed } from '../../embed.ts'
import { objectAt, type Payload, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, subject } from '../build-embed.ts'

/** Comments on pull requests have the same event; only `issue.pull_request` tells them apart. */
export function issueCommentCreated(payload: Payload): Embed {
  requireObject(payload, 'issue')
  requireObject(payload, 'comment')
  const subjectKind = objectAt(payload, 'issue.pull_request') ? 'pull request' : 'issue'
  return buildEmbed(payload, {
    title: `New comment on ${subjectKind}${subject(payload, 'issue')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colors.info,
    description: excerpt(payload, 'comment.body'),
    time: textAt(payload, 'comment.created_at'),
  })
}
