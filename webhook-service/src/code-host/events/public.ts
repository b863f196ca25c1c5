import type { Embed } from '../../messages/embed.ts'
import { card, colours } from '../appearance.ts'
import { type Payload, textAt } from '../payload.ts'

export function openSourced(payload: Payload): Embed {
  return card(payload, {
    title: 'Now open sourced!',
    url: textAt(payload, 'repository.html_url'),
    color: colours.open,
  })
}
