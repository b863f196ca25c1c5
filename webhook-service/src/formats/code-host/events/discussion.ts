import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { firstTextAt, neededRecord, neededText, textAt } from '../../payload.ts'
import { card, colours, excerpt, numberAndTitle, subject } from '../build-embed.ts'

export function discussionCreated(payload: Payload): Embed {
  return discussionCard(payload, 'created', {
    color: colours.open,
    description: excerpt(payload, 'discussion.body'),
    time: textAt(payload, 'discussion.created_at'),
  })
}

export function discussionAnswered(payload: Payload): Embed {
  return discussionCard(payload, 'answered', {
    color: colours.open,
    url: firstTextAt(payload, 'discussion.answer_html_url', 'answer.html_url'),
    description: excerpt(payload, 'answer.body'),
    time: textAt(payload, 'discussion.answer_chosen_at'),
  })
}

export function discussionClosed(payload: Payload): Embed {
  const isResolved = textAt(payload, 'discussion.state_reason') === 'resolved'
  return discussionCard(payload, 'closed', {
    color: isResolved ? colours.merged : colours.neutral,
    time: textAt(payload, 'discussion.updated_at'),
  })
}

export function discussionReopened(payload: Payload): Embed {
  return discussionCard(payload, 'reopened', {
    color: colours.open,
    time: textAt(payload, 'discussion.updated_at'),
  })
}

export function discussionCommentCreated(payload: Payload): Embed {
  neededRecord(payload, 'discussion')
  neededRecord(payload, 'comment')
  return card(payload, {
    title: `New comment on discussion${subject(payload, 'discussion')}`,
    url: textAt(payload, 'comment.html_url'),
    color: colours.info,
    description: excerpt(payload, 'comment.body'),
    time: textAt(payload, 'comment.created_at'),
  })
}

type Look = {
  color: number
  url?: string | undefined
  description?: string | undefined
  time?: string | undefined
}

function discussionCard(payload: Payload, happened: string, { url, ...look }: Look): Embed {
  const title = neededText(payload, 'discussion.title')
  return card(payload, {
    title: `Discussion ${happened}: ${numberAndTitle(payload, 'discussion', title)}`,
    url: url ?? textAt(payload, 'discussion.html_url'),
    ...look,
  })
}
