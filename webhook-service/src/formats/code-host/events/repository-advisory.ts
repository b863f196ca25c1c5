import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, excerpt } from '../build-embed.ts'
import { field } from '../fields.ts'

export function repositoryAdvisoryPublished(payload: Payload): Embed {
  const summary = requireText(payload, 'repository_advisory.summary')
  return buildEmbed(payload, {
    title: `Security advisory published: ${toMarkdownLine(summary, 200)}`,
    url: textAt(payload, 'repository_advisory.html_url'),
    color: colors.security,
    description: excerpt(payload, 'repository_advisory.description'),
    fields: field('Severity', textAt(payload, 'repository_advisory.severity')),
    time: textAt(payload, 'repository_advisory.published_at'),
  })
}
