import type { Embed } from '../../embed.ts'
import { type Payload, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, subject } from '../build-embed.ts'
import { fileField } from '../fields.ts'

export function reviewCommentCreated(payload: Payload): Embed {
  requireObject(payload, 'pull_request')
  requireObject(payload, 'comment')
  return buildEmbed(payload, {
    title: `New review comment on pull request${subject(payload, 'pull_request')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colors.info,
    description: excerpt(payload, 'comment.body'),
    fields: fileField(payload, 'comment.path', linesOf(payload)),
    time: textAt(payload, 'comment.created_at'),
  })
}

/** An outdated comment has only the lines for which it was written. */
function linesOf(payload: Payload): string[] {
  const isOutdated = textAt(payload, 'comment.line') === undefined
  return ['start_line', 'line'].map((line) => `comment.${isOutdated ? 'original_' : ''}${line}`)
}
