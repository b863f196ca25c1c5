import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, shortHash } from '../build-embed.ts'
import { fileField } from '../fields.ts'

export function commitCommentCreated(payload: Payload): Embed {
  const commit = requireText(payload, 'comment.commit_id')
  return buildEmbed(payload, {
    title: `New comment on commit ${shortHash(commit)}`,
    url: textAt(payload, 'comment.html_url'),
    color: colors.info,
    description: excerpt(payload, 'comment.body'),
    fields: fileField(payload, 'comment.path', ['comment.line']),
    time: textAt(payload, 'comment.created_at'),
  })
}
