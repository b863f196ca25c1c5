import type { Embed } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { buildEmbed, colors } from '../build-embed.ts'

/** A code host sends both `star` and `watch` for one star; each is a message. */
export function starAdded(payload: Payload): Embed {
  return buildEmbed(payload, {
    title: 'New star added',
    url: textAt(payload, 'repository.html_url'),
    color: colors.info,
    time: textAt(payload, 'starred_at'),
  })
}
