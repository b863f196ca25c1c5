import type { Embed } from '../../embed.ts'
import { type Payload, requireText, textAt } from '../../payload.ts'
import { buildEmbed, colors, excerpt } from '../build-embed.ts'

export function pageBuild(payload: Payload): Embed | undefined {
  if (requireText(payload, 'build.status') !== 'errored') return undefined
  return buildEmbed(payload, {
    title: 'Pages build errored',
    url: textAt(payload, 'repository.html_url'),
    color: colors.closed,
    description: excerpt(payload, 'build.error.message'),
    time: textAt(payload, 'build.updated_at'),
  })
}
