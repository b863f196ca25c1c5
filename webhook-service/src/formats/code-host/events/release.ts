import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededRecord, neededText, textAt, valueAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours, excerpt } from '../build-embed.ts'

/** One publication comes as up to three events; this one is shown. */
export function releasePublished(payload: Payload): Embed {
  neededRecord(payload, 'release')
  const name = textAt(payload, 'release.tag_name') ?? neededText(payload, 'release.name')
  return card(payload, {
    title: `New release published: ${foreignLine(name, 200)}`,
    url: textAt(payload, 'release.html_url'),
    color: valueAt(payload, 'release.prerelease') === true ? colours.warning : colours.open,
    description: excerpt(payload, 'release.body'),
    time: textAt(payload, 'release.published_at'),
  })
}
