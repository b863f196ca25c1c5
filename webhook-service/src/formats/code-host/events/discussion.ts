import type { Embed } from '../../embed.ts'
import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, type Payload, requireObject, requireText, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, humanize, numberAndTitle, subject } from '../build-embed.ts'
import { partsOf, type Row } from '../row.ts'

export function discussion(change: string, row: Row): Render {
  return (payload) => discussionEmbed(payload, change, partsOf(payload, row))
}

export function discussionAnswered(payload: Payload): Embed {
  return discussionEmbed(payload, 'answered', {
    color: colors.open,
    url: firstTextAt(payload, 'discussion.answer_html_url', 'answer.html_url'),
    description: excerpt(payload, 'answer.body'),
    time: textAt(payload, 'discussion.answer_chosen_at'),
  })
}

export function discussionClosed(payload: Payload): Embed {
  const reason = textAt(payload, 'discussion.state_reason')
  return discussionEmbed(payload, reason ? `closed as ${humanize(reason)}` : 'closed', {
    color: reason === 'resolved' ? colors.merged : colors.neutral,
    time: textAt(payload, 'discussion.updated_at'),
  })
}

export function discussionCommentCreated(payload: Payload): Embed {
  requireObject(payload, 'discussion')
  requireObject(payload, 'comment')
  return buildEmbed(payload, {
    title: `New comment on discussion${subject(payload, 'discussion')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colors.info,
    description: excerpt(payload, 'comment.body'),
    time: textAt(payload, 'comment.created_at'),
  })
}

type Parts = {
  color: number
  url?: string | undefined
  description?: string | undefined
  time?: string | undefined
}

function discussionEmbed(payload: Payload, change: string, { url, ...parts }: Parts): Embed {
  const title = requireText(payload, 'discussion.title')
  return buildEmbed(payload, {
    title: `Discussion ${change}: ${numberAndTitle(payload, 'discussion', title)}`,
    url: url ?? textAt(payload, 'discussion.html_url'),
    ...parts,
  })
}
