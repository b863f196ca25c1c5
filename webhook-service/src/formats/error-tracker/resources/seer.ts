import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { firstTextAt, objectsAt, type Payload, textAt } from '../../payload.ts'
import { redactedLine, redactedText } from '../../redaction/redacted-markdown.ts'
import { redactedUrl } from '../../redaction/redacted-url.ts'
import { link } from '../../text/markdown.ts'
import { buildEmbed, levelColor, literalLine, requireLiteralLine } from '../build-embed.ts'

const maxLinks = 5

export const rootCauseCompleted = found('Root cause', 'data.root_cause')
export const solutionCompleted = found('Solution', 'data.solution')

function found(what: string, path: string): (payload: Payload) => Embed {
  const words = ['description', 'one_line_description', 'one_line_summary'].map((name) => `${path}.${name}`)
  return (payload) => {
    const text = firstTextAt(payload, ...words)
    return buildEmbed({
      title: `${what} found for issue ${requireLiteralLine(payload, 'data.group_id')}`,
      color: levelColor('info'),
      description: text && redactedText(text, messageLimits.excerpt),
    })
  }
}

export function pullRequestCreated(payload: Payload): Embed {
  const issue = requireLiteralLine(payload, 'data.group_id')
  const opened = objectsAt(payload, 'data.pull_requests') ?? []
  return buildEmbed({
    title: `Pull request opened for issue ${issue}`,
    color: levelColor('info'),
    url: opened[0] && urlOf(opened[0]),
    description: pullRequestLinks(opened),
  })
}

/** A line for each of the first ones. */
export function pullRequestLinks(opened: readonly Payload[]): string {
  return opened.slice(0, maxLinks).map(linkTo).join('\n')
}

function linkTo(opened: Payload): string {
  const number = textAt(opened, 'pull_request.pr_number')
  const name = redactedLine(textAt(opened, 'repo_name') ?? 'Pull request', 140)
  return link(`${name}${number ? ` #${literalLine(number, 20)}` : ''}`, redactedUrl(urlOf(opened)))
}

function urlOf(opened: Payload): string | undefined {
  return firstTextAt(opened, 'pull_request.pr_url', 'pr_url', 'url')
}
