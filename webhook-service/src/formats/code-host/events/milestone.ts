import type { Render } from '../../events/event-rule.ts'
import { requireText, textAt } from '../../payload.ts'
import { buildEmbed, writtenLine } from '../build-embed.ts'
import { partsOf, type Row } from '../row.ts'

export function milestone(change: string, row: Row): Render {
  return (payload) =>
    buildEmbed(payload, {
      title: `Milestone ${change}: ${writtenLine(requireText(payload, 'milestone.title'), 200)}`,
      url: textAt(payload, 'milestone.html_url'),
      ...partsOf(payload, row),
    })
}
