import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { foreignLine } from '../../text/markdown.ts'
import { card, colours } from '../build-embed.ts'

export function fork(payload: Payload): Embed {
  const name = neededText(payload, 'forkee.full_name')
  return card(payload, {
    title: `Fork created: ${foreignLine(name, 140)}`,
    url: textAt(payload, 'forkee.html_url'),
    color: colours.info,
    time: textAt(payload, 'forkee.created_at'),
  })
}
