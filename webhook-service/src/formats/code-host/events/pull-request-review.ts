import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecord, textAt } from '../../payload.ts'
import { card, colours, excerpt, subject } from '../build-embed.ts'

/** A review that only comments says nothing itself unless it has a body: its comments are events of their own. */
export function reviewSubmitted(payload: Payload): Embed | undefined {
  neededRecord(payload, 'review')
  const state = textAt(payload, 'review.state')?.toLowerCase()
  const body = excerpt(payload, 'review.body')
  if (state === 'approved') return reviewCard(payload, 'Approved pull request', colours.open, body)
  if (state === 'changes_requested')
    return reviewCard(payload, 'Changes requested on pull request', colours.closed, body)
  if (state === 'commented')
    return body ? reviewCard(payload, 'New review on pull request', colours.info, body) : undefined
  return reviewCard(payload, 'New review on pull request', colours.neutral, body)
}

export function reviewDismissed(payload: Payload): Embed {
  neededRecord(payload, 'review')
  return reviewCard(payload, 'Review dismissed on pull request', colours.neutral)
}

function reviewCard(payload: Payload, happened: string, color: number, description?: string): Embed {
  neededRecord(payload, 'pull_request')
  return card(payload, {
    title: `${happened}${subject(payload, 'pull_request')}`,
    url: textAt(payload, 'review.html_url') ?? textAt(payload, 'pull_request.html_url'),
    color,
    description,
    time: textAt(payload, 'review.submitted_at'),
  })
}
