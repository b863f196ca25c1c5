import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors, excerpt } from '../build-embed.ts'
import { field, namesField } from '../fields.ts'

export function repositoryAdvisoryPublished(payload: Payload): Embed {
  const summary = requireText(payload, 'repository_advisory.summary')
  return buildEmbed(payload, {
    title: `Security advisory published: ${toMarkdownLine(summary, 200)}`,
    url: textAt(payload, 'repository_advisory.html_url'),
    color: colors.security,
    description: excerpt(payload, 'repository_advisory.description'),
    fields: [
      ...field('Severity', textAt(payload, 'repository_advisory.severity')),
      ...field('Advisory', firstTextAt(payload, 'repository_advisory.cve_id', 'repository_advisory.ghsa_id')),
      ...namesField('Fixed in', payload, { 'repository_advisory.vulnerabilities': 'patched_versions' }),
    ],
    time: textAt(payload, 'repository_advisory.published_at'),
  })
}
