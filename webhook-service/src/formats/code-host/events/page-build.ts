import type { Embed } from '../../embed.ts'
import type { Payload } from '../../payload.ts'
import { neededText, textAt } from '../../payload.ts'
import { card, colours, excerpt } from '../build-embed.ts'

export function pageBuild(payload: Payload): Embed | undefined {
  if (neededText(payload, 'build.status') !== 'errored') return undefined
  return card(payload, {
    title: 'Pages build errored',
    url: textAt(payload, 'repository.html_url'),
    color: colours.closed,
    description: excerpt(payload, 'build.error.message'),
    time: textAt(payload, 'build.updated_at'),
  })
}
