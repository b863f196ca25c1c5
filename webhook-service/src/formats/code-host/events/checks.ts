import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireObject, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { checkEmbed } from '../check-embed.ts'
import { commitUrl } from '../commits.ts'

export function checkRunCompleted(payload: Payload): Embed | undefined {
  const title = textAt(payload, 'check_run.output.title')
  return checkEmbed(payload, {
    path: 'check_run',
    name: requireText(payload, 'check_run.name'),
    branch: 'check_run.check_suite.head_branch',
    url: firstTextAt(payload, 'check_run.html_url', 'check_run.details_url'),
    description: title && toMarkdownLine(title, 500),
  })
}

export function checkSuiteCompleted(payload: Payload): Embed | undefined {
  requireObject(payload, 'check_suite')
  return checkEmbed(payload, {
    path: 'check_suite',
    name: textAt(payload, 'check_suite.app.name') ?? 'checks',
    branch: 'check_suite.head_branch',
    url: commitUrl(payload, textAt(payload, 'check_suite.head_sha')),
  })
}
