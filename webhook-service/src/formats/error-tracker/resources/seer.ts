import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { objectsAt, type Payload, textAt, valueAt } from '../../payload.ts'
import { redactedLine, redactedText } from '../../redaction/redacted-markdown.ts'
import { redactedUrl } from '../../redaction/redacted-url.ts'
import { link } from '../../text/markdown.ts'
import { buildEmbed, levelColor, literalLine, requireLiteralLine } from '../build-embed.ts'

const maxLinks = 5

export function rootCauseCompleted(payload: Payload): Embed {
  const cause = textAt(payload, 'data.root_cause.description')
  return buildEmbed({
    title: `Root cause found for issue ${requireLiteralLine(payload, 'data.group_id')}`,
    color: levelColor('info'),
    description: cause && redactedText(cause, messageLimits.excerpt),
  })
}

export function pullRequestCreated(payload: Payload): Embed {
  const issue = requireLiteralLine(payload, 'data.group_id')
  const opened = objectsAt(payload, 'data.pull_requests') ?? []
  return buildEmbed({
    title: `Pull request opened for issue ${issue}`,
    color: levelColor('info'),
    url: opened[0] && textAt(opened[0], 'pull_request.pr_url'),
    description: opened.slice(0, maxLinks).map(linkTo).join('\n'),
  })
}

function linkTo(opened: Payload): string {
  const number = textAt(opened, 'pull_request.pr_number')
  const name = redactedLine(textAt(opened, 'repo_name') ?? 'Pull request', 140)
  return link(
    `${name}${number ? ` #${literalLine(number, 20)}` : ''}`,
    redactedUrl(valueAt(opened, 'pull_request.pr_url')),
  )
}
