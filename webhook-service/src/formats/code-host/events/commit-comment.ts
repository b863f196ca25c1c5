import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { card, colours, excerpt, shortHash } from '../build-embed.ts'
import { codeField } from '../fields.ts'

export function commitCommentCreated(payload: Payload): Embed {
  const commit = neededText(payload, 'comment.commit_id')
  return card(payload, {
    title: `New comment on commit ${shortHash(commit)}`,
    url: textAt(payload, 'comment.html_url'),
    color: colours.info,
    description: excerpt(payload, 'comment.body'),
    fields: codeField('File', textAt(payload, 'comment.path')),
    time: textAt(payload, 'comment.created_at'),
  })
}
