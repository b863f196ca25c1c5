import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours, excerpt } from '../build-embed.ts'
import { field } from '../fields.ts'

export function repositoryAdvisoryPublished(payload: Payload): Embed {
  const summary = neededText(payload, 'repository_advisory.summary')
  return card(payload, {
    title: `Security advisory published: ${foreignLine(summary, 200)}`,
    url: textAt(payload, 'repository_advisory.html_url'),
    color: colours.security,
    description: excerpt(payload, 'repository_advisory.description'),
    fields: field('Severity', textAt(payload, 'repository_advisory.severity')),
    time: textAt(payload, 'repository_advisory.published_at'),
  })
}
