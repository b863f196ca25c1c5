import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { toMarkdownLine } from '../../text/markdown.ts'
import { buildEmbed, colors } from '../build-embed.ts'

export function fork(payload: Payload): Embed {
  const name = requireText(payload, 'forkee.full_name')
  return buildEmbed(payload, {
    title: `Fork created: ${toMarkdownLine(name, 140)}`,
    url: textAt(payload, 'forkee.html_url'),
    color: colors.info,
    time: textAt(payload, 'forkee.created_at'),
  })
}
