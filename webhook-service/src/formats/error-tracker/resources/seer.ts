import { type Embed, limits } from '../../embed.ts'
import { type Payload, recordsAt, textAt, valueAt } from '../../payload.ts'
import { reportUrl } from '../../redaction/redacted-url.ts'
import { link } from '../../text/markdown.ts'
import { card, levelColour, line, neededLine, paragraph } from '../build-embed.ts'

const maxLinks = 5

export function rootCauseCompleted(payload: Payload): Embed {
  const cause = textAt(payload, 'data.root_cause.description')
  return card({
    title: `Root cause found for issue ${neededLine(payload, 'data.group_id')}`,
    color: levelColour('info'),
    description: cause && paragraph(cause, limits.excerpt),
  })
}

export function pullRequestCreated(payload: Payload): Embed {
  const issue = neededLine(payload, 'data.group_id')
  const opened = recordsAt(payload, 'data.pull_requests') ?? []
  return card({
    title: `Pull request opened for issue ${issue}`,
    color: levelColour('info'),
    url: opened[0] && textAt(opened[0], 'pull_request.pr_url'),
    description: opened.slice(0, maxLinks).map(linkTo).join('\n'),
  })
}

function linkTo(opened: Payload): string {
  const number = textAt(opened, 'pull_request.pr_number')
  const name = line(textAt(opened, 'repo_name') ?? 'Pull request', 140)
  return link(
    `${name}${number ? ` #${line(number, 20)}` : ''}`,
    reportUrl(valueAt(opened, 'pull_request.pr_url')),
  )
}
