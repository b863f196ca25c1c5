import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecord, recordAt, textAt } from '../../payload.ts'
import { card, colours, excerpt, subject } from '../build-embed.ts'

/** Comments on pull requests come as this event too; only the issue tells. */
export function issueCommentCreated(payload: Payload): Embed {
  neededRecord(payload, 'issue')
  neededRecord(payload, 'comment')
  const place = recordAt(payload, 'issue.pull_request') ? 'pull request' : 'issue'
  return card(payload, {
    title: `New comment on ${place}${subject(payload, 'issue')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colours.info,
    description: excerpt(payload, 'comment.body'),
    time: textAt(payload, 'comment.created_at'),
  })
}
