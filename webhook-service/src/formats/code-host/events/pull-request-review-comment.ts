import type { Embed } from '../../embed.ts'
import { type Payload, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, subject } from '../build-embed.ts'
import { codeField } from '../fields.ts'

export function reviewCommentCreated(payload: Payload): Embed {
  requireObject(payload, 'pull_request')
  requireObject(payload, 'comment')
  return buildEmbed(payload, {
    title: `New review comment on pull request${subject(payload, 'pull_request')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colors.info,
    description: excerpt(payload, 'comment.body'),
    fields: codeField('File', textAt(payload, 'comment.path')),
    time: textAt(payload, 'comment.created_at'),
  })
}
