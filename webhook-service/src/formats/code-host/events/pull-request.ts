import type { Embed, EmbedField } from '../../embed.ts'
import type { Render } from '../../events/event-rule.ts'
import { digitsAt, type Payload, requireText, textAt, valueAt } from '../../payload.ts'
import { inlineCode } from '../../text/markdown.ts'
import { branchNames } from '../branch-names.ts'
import { buildEmbed, colors, excerpt, numberAndTitle } from '../build-embed.ts'
import { namesField } from '../fields.ts'
import { partsOf, type Row } from '../row.ts'

const reviewers = {
  'pull_request.requested_reviewers': 'login',
  'pull_request.requested_teams': 'name',
}

/** While it is open, it waits for its reviewers. */
export function openPullRequest(change: string, row: Row): Render {
  return (payload) => pullRequestEmbed(payload, change, { ...partsOf(payload, row), waitsFor: reviewers })
}

export function pullRequestOpened(payload: Payload): Embed {
  const isDraft = valueAt(payload, 'pull_request.draft') === true
  return pullRequestEmbed(payload, isDraft ? 'opened as draft' : 'opened', {
    color: isDraft ? colors.neutral : colors.open,
    description: excerpt(payload, 'pull_request.body'),
    time: textAt(payload, 'pull_request.created_at'),
    waitsFor: reviewers,
  })
}

export function pullRequestClosed(payload: Payload): Embed {
  const isMerged =
    valueAt(payload, 'pull_request.merged') === true ||
    textAt(payload, 'pull_request.merged_at') !== undefined
  return pullRequestEmbed(payload, isMerged ? 'merged' : 'closed', {
    color: isMerged ? colors.merged : colors.closed,
    time: textAt(payload, isMerged ? 'pull_request.merged_at' : 'pull_request.closed_at'),
  })
}

type Parts = {
  color: number
  description?: string | undefined
  time?: string | undefined
  waitsFor?: Record<string, string>
}

function pullRequestEmbed(payload: Payload, change: string, { waitsFor = {}, ...parts }: Parts): Embed {
  const title = requireText(payload, 'pull_request.title')
  return buildEmbed(payload, {
    title: `Pull request ${change}: ${numberAndTitle(payload, 'pull_request', title)}`,
    url: textAt(payload, 'pull_request.html_url'),
    fields: [
      ...branchesField(payload),
      ...changesField(payload),
      ...namesField('Labels', payload, { 'pull_request.labels': 'name' }),
      ...namesField('Reviewers', payload, waitsFor),
    ],
    ...parts,
  })
}

function branchesField(payload: Payload): EmbedField[] {
  const base = textAt(payload, 'pull_request.base.ref')
  const head = branchNames(payload, 'pull_request.head.ref').shown
  if (!base || !head) return []
  return [{ name: 'Branches', value: `${inlineCode(base, 255)} ← ${inlineCode(head, 255)}`, inline: true }]
}

function changesField(payload: Payload): EmbedField[] {
  const added = digitsAt(payload, 'pull_request.additions')
  const deleted = digitsAt(payload, 'pull_request.deletions')
  if (!added || !deleted) return []
  return [{ name: 'Changes', value: `+${added} −${deleted}`, inline: true }]
}
