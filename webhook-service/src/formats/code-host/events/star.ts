import type { Embed } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { buildEmbed, colors } from '../build-embed.ts'

/** One act comes as two events, `star` and `watch`; each is its own message (contract.md 8 row 22). */
export function starAdded(payload: Payload): Embed {
  return buildEmbed(payload, {
    title: 'New star added',
    url: textAt(payload, 'repository.html_url'),
    color: colors.info,
    time: textAt(payload, 'starred_at'),
  })
}
