import type { Embed } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { card, colours } from '../build-embed.ts'

export function openSourced(payload: Payload): Embed {
  return card(payload, {
    title: 'Now open sourced!',
    url: textAt(payload, 'repository.html_url'),
    color: colours.open,
  })
}
