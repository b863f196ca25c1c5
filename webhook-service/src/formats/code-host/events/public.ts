import type { Embed } from '../../embed.ts'
import { type Payload, textAt } from '../../payload.ts'
import { buildEmbed, colors } from '../build-embed.ts'

export function openSourced(payload: Payload): Embed {
  return buildEmbed(payload, {
    title: 'Now open sourced!',
    url: textAt(payload, 'repository.html_url'),
    color: colors.open,
  })
}
