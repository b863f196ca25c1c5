import type { Embed } from '../../messages/embed.ts'
import { foreignLine } from '../../messages/markdown.ts'
import { card, colours } from '../appearance.ts'
import type { Payload } from '../payload.ts'
import { neededText, textAt } from '../payload.ts'

export function fork(payload: Payload): Embed {
  const name = neededText(payload, 'forkee.full_name')
  return card(payload, {
    title: `Fork created: ${foreignLine(name, 140)}`,
    url: textAt(payload, 'forkee.html_url'),
    color: colours.info,
    time: textAt(payload, 'forkee.created_at'),
  })
}
