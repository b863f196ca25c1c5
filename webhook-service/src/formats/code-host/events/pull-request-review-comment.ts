import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecord, textAt } from '../../payload.ts'
import { card, colours, excerpt, subject } from '../build-embed.ts'
import { codeField } from '../fields.ts'

export function reviewCommentCreated(payload: Payload): Embed {
  neededRecord(payload, 'pull_request')
  neededRecord(payload, 'comment')
  return card(payload, {
    title: `New review comment on pull request${subject(payload, 'pull_request')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colours.info,
    description: excerpt(payload, 'comment.body'),
    fields: codeField('File', textAt(payload, 'comment.path')),
    time: textAt(payload, 'comment.created_at'),
  })
}
