import type { Embed } from '../../embed.ts'
import { type Payload, requireObject, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt, subject } from '../build-embed.ts'

/** A review with state `commented` and no body is ignored: each of its comments is an event of its own. */
export function reviewSubmitted(payload: Payload): Embed | undefined {
  requireObject(payload, 'review')
  const state = textAt(payload, 'review.state')?.toLowerCase()
  const body = excerpt(payload, 'review.body')
  if (state === 'approved') return reviewEmbed(payload, 'Approved pull request', colors.open, body)
  if (state === 'changes_requested')
    return reviewEmbed(payload, 'Changes requested on pull request', colors.closed, body)
  if (state === 'commented')
    return body ? reviewEmbed(payload, 'New review on pull request', colors.info, body) : undefined
  return reviewEmbed(payload, 'New review on pull request', colors.neutral, body)
}

export function reviewDismissed(payload: Payload): Embed {
  return reviewEmbed(payload, 'Review dismissed on pull request', colors.neutral)
}

function reviewEmbed(payload: Payload, heading: string, color: number, description?: string): Embed {
  requireObject(payload, 'review')
  requireObject(payload, 'pull_request')
  return buildEmbed(payload, {
    title: `${heading}${subject(payload, 'pull_request')}`,
    url: textAt(payload, 'review.html_url') ?? textAt(payload, 'pull_request.html_url'),
    color,
    description,
    time: textAt(payload, 'review.submitted_at'),
  })
}
